import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { documentFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { card } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const questions = (page: Page) => page.getByRole('region', { name: /^Questions/ });
const ask = (page: Page) => questions(page).getByRole('button', { name: 'Ask a question' });
const field = (page: Page) => questions(page).getByRole('textbox', { name: 'Your question' });
const sendButton = (page: Page) => questions(page).getByRole('button', { name: 'Ask', exact: true });

async function askQuestion(page: Page, text: string): Promise<void> {
  await ask(page).click();
  await field(page).fill(text);
  await sendButton(page).click();
}

test('a question is seen by asker, owner and admins until it is answered, then by all [A623]', async ({
  page,
  world,
  browser,
}) => {
  // Six more browsers, and five pages that are read by axe.
  test.slow();
  const anna = await world.person('anna');
  const post = await world.createPost(anna, { title: 'Steel' });
  const address = `/post/steel-${post.id}`;
  await loginAs(page, world, 'bob');
  await page.goto(address);

  await test.step('what is refused is said at the field, and the text stays', async () => {
    await ask(page).click();
    await expect(field(page)).toBeFocused();
    await sendButton(page).click();
    await expectFieldError(field(page), 'Question is required');
    await field(page).fill('q'.repeat(501));
    await sendButton(page).click();
    await expectFieldError(field(page), 'Question too long');
    await world.sql(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'forbidden', 'block', array['post_description'])`,
    );
    await field(page).fill('Is the forbidden thing in it?');
    await sendButton(page).click();
    await expectFieldError(field(page), 'Your text contains content that is not allowed');
    await expect(field(page)).toHaveValue('Is the forbidden thing in it?');
    await expectAccessible(page);
  });

  await test.step('the asker sees it at once, a guest not', async () => {
    await field(page).fill('Which grade?');
    await sendButton(page).click();
    await expectToast(page, 'Question sent');
    await expect(questions(page).getByText('Which grade?')).toBeVisible();
    await expect(questions(page).getByText('Not answered yet')).toBeVisible();
    const guest = await openPage(browser, world);
    await guest.goto(address);
    await expect(questions(guest).getByText('No questions have been answered yet.')).toBeVisible();
    await ask(guest).click();
    await expect(guest).toHaveURL(/\/auth$/);
    await guest.close();
  });

  await test.step('the sixth open one is refused at the field', async () => {
    for (const text of ['Which width?', 'Which length?', 'Which colour?', 'Which port?']) await askQuestion(page, text);
    await expect(questions(page).getByRole('listitem')).toHaveCount(5);
    await askQuestion(page, 'One more?');
    await expectFieldError(field(page), 'You have five open questions on this request. Please wait for an answer.');
    await expect(field(page)).toHaveValue('One more?');
  });

  await test.step('the owner is led to it and answers', async () => {
    const owner = await openPage(browser, world, 'anna');
    await owner.goto('/');
    await owner.getByRole('button', { name: /^Notifications/ }).click();
    await owner.getByText('bob asks about "Steel"').first().click();
    await owner.getByRole('link', { name: '5 questions wait for your answer' }).click();
    await owner.getByRole('button', { name: 'Answer: Which grade?' }).click();
    const answer = questions(owner).getByRole('textbox', { name: 'Your answer' });
    await expect(answer).toBeFocused();
    await questions(owner).getByRole('button', { name: 'Post answer' }).click();
    await expectFieldError(answer, 'Answer is required');
    await answer.fill('DC01, EN 10130');
    await expectAccessible(owner);
    await questions(owner).getByRole('button', { name: 'Post answer' }).click();
    await expectToast(owner, 'Answer posted');
    await expect(owner.getByRole('button', { name: 'Edit answer: Which grade?' })).toBeVisible();
    await expectAccessible(owner);
    await owner.close();
  });

  await test.step('everybody reads the answer, and the asker is told', async () => {
    const guest = await openPage(browser, world);
    await guest.goto(address);
    await expect(questions(guest).getByText('DC01, EN 10130')).toBeVisible();
    await expect(questions(guest).getByText('Which width?')).toHaveCount(0);
    for (const viewport of Object.values(VIEWPORTS)) {
      await guest.setViewportSize(viewport);
      await expectNoSidewaysScroll(guest);
    }
    await guest.close();
    await page.goto('/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByText('Your question about "Steel" was answered').click();
    await expect(page).toHaveURL(address);
  });

  await test.step('an admin hides one', async () => {
    const admin = await openPage(browser, world, 'adam');
    await admin.goto(address);
    await admin.getByRole('button', { name: 'Hide: Which grade?' }).click();
    await admin.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Not about the request');
    await admin.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await expectToast(admin, 'Question hidden');
    await expect(questions(admin).getByText('Not about the request')).toBeVisible();
    const guest = await openPage(browser, world);
    await guest.goto(address);
    await expect(questions(guest).getByText('DC01, EN 10130')).toHaveCount(0);
    await admin.getByRole('button', { name: 'Unhide: Which grade?' }).click();
    await expectToast(admin, 'Question unhidden');
    await guest.close();
    await admin.close();
  });

  await test.step('nobody asks about what is closed', async () => {
    await anna.client.rpc('close_post', { post_id: post.id, reason: 'no_need' });
    await page.reload();
    await expect(questions(page).getByText('DC01, EN 10130')).toBeVisible();
    await expect(ask(page)).toHaveCount(0);
  });
});

test('suppliers who quoted see later changes, old and new, on the page and next to their quote [A624]', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const bob = await loginAs(page, world, 'bob');
  const post = await world.createPost(anna, { title: 'Steel', quantity: 20, unit: 'ton', description: 'Cold-rolled' });
  const quoteId = await createQuote(bob, post.id);
  await page.goto(`/post/steel-${post.id}`);
  await expect(page.getByText('You quoted on')).toBeVisible();
  await expect(page.getByText('The buyer changed this request')).toHaveCount(0);
  await anna.client.from('posts').update({ quantity: 25, port: 'Hai Phong' }).eq('id', post.id);
  await page.reload();
  const note = page.getByRole('note', { name: /The buyer changed this request after your quote/ });
  for (const text of ['Before: 20', 'Now: 25', 'Before: not given', 'Now: Hai Phong'])
    await expect(note.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/my-quotes?quote=${quoteId}`);
  await expect(page.getByRole('dialog').getByText('Now: Hai Phong')).toBeVisible();
});

test('documents of a request are for signed-in people; a guest is sent to sign in [A620]', async ({
  page,
  world,
  browser,
}) => {
  const anna = await loginAs(page, world, 'anna');
  const post = await world.createPost(anna, { title: 'Steel', quantity: 20 });
  await page.goto(`/post/steel-${post.id}`);
  await page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Purchase Request' });
  await dialog.locator('input[type=file][aria-label=Documents]').setInputFiles([documentFile('drawing.pdf')]);
  await expect(dialog.getByText('drawing.pdf')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Success', 'Your post has been updated successfully!');
  await expect(card(page, 'Steel').getByText('drawing.pdf')).toBeVisible();
  await expectAccessible(page);

  const supplier = await openPage(browser, world, 'bob');
  await supplier.goto(`/post/steel-${post.id}`);
  const download = supplier.waitForEvent('download');
  await supplier.getByRole('button', { name: 'Download drawing.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('drawing.pdf');
  await supplier.close();

  const guest = await openPage(browser, world);
  await guest.goto(`/post/steel-${post.id}`);
  await expect(guest.getByText('to see documents of this request')).toBeVisible();
  await expect(guest.getByText('drawing.pdf')).toHaveCount(0);
  await guest.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(guest).toHaveURL(/\/auth$/);
  await guest.close();

  await page.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByRole('button', { name: 'Remove drawing.pdf' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(card(page, 'Steel').getByText('drawing.pdf')).toHaveCount(0);
});
