import { randomUUID } from 'node:crypto';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { createQuote } from './support/quotes.ts';

test('[A743] a PDF opens in a tab, an image in the lightbox, and an Office file or a page in disguise is saved', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  const { id } = await world.createPost(anna, { title: 'Steel' });
  const quote = await createQuote(bob, id);
  const disguise = '<!doctype html><script>alert(document.domain)</script>';
  const attachments = [];
  for (const [name, content, type] of [
    ['Offer.pdf', '%PDF-1.4\n%%EOF\n', 'application/pdf'],
    ['Photo.png', new Uint8Array(ONE_PIXEL_PNG), 'image/png'],
    ['Prices.xls', 'anything', 'application/vnd.ms-excel'],
    ['Invoice.pdf', disguise, 'application/pdf'],
    ['Drawing.png', disguise, 'image/png'],
  ] as const) {
    const path = `${bob.authId}/${randomUUID()}.${name.split('.')[1]}`;
    const { error } = await bob.client.storage
      .from('message-files')
      .upload(path, new Blob([content], { type }), { contentType: type });
    expect(error, name).toBeNull();
    attachments.push({ path, name });
  }
  const { error } = await bob.client.rpc('send_message', { quote_id: quote, content: 'See all', attachments });
  expect(error).toBeNull();

  await loginAs(page, world, 'anna');
  await page.goto(`/account?tab=quotes&side=received&quote=${quote}&view=messages`);
  const files = page.getByRole('list', { name: 'Attachments' });
  const open = (name: string) => files.getByRole('button', { name: `Open ${name}` });
  await expect(files.getByRole('button', { name: /^Download/ })).toHaveCount(5);
  await expectAccessible(page);

  await test.step('the image, and back to its name', async () => {
    await open('Photo.png').click();
    const image = page.getByRole('dialog', { name: 'Images of Photo.png' }).getByRole('img', { name: /^Photo\.png/ });
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    await page.keyboard.press('Escape');
    await expect(image).toHaveCount(0);
    await expect(open('Photo.png')).toBeFocused();
  });

  await test.step('the PDF', async () => {
    const link = page.waitForResponse(/\/api\/files\/link\?/);
    const tab = page.waitForEvent('popup');
    await open('Offer.pdf').click();
    const opened = await tab;
    const { url } = await (await link).json();
    const answer = await page.request.get(url);
    expect([answer.headers()['content-type'], answer.headers()['content-disposition']]).toEqual([
      'application/pdf',
      undefined,
    ]);
    await expect(page).toHaveURL(/view=messages/);
    await opened.close();
  });

  await test.step('a page in disguise, and an Office file', async () => {
    for (const button of [open('Invoice.pdf'), open('Drawing.png')]) {
      const download = page.waitForEvent('download');
      await button.click();
      expect((await download).suggestedFilename()).toMatch(/^(Invoice\.pdf|Drawing\.png)$/);
    }
    await expect(page.getByRole('dialog', { name: /^Images of/ })).toHaveCount(0);
    await expect(open('Prices.xls')).toHaveCount(0);
    const download = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download Prices.xls' }).click();
    expect((await download).suggestedFilename()).toBe('Prices.xls');
    // A tab that was opened for what is saved closes again.
    await expect
      .poll(() =>
        page
          .context()
          .pages()
          .filter((each) => each.url() === 'about:blank' && each !== page),
      )
      .toEqual([]);
  });
});
