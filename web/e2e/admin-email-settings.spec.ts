import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('[A52,A588] an admin saves how mail is sent, tests it, changes a template and sends a failed mail again', async ({
  page,
  world,
}) => {
  const bob = await world.person('bob');
  const adam = await loginAs(page, world, 'adam');

  await test.step('saves how mail is sent and receives a test mail', async () => {
    await page.goto('/admin/email-settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Email settings', exact: true })).toBeVisible();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeDisabled();
    await expectAccessible(page, 'main');

    await expect(page.getByLabel('SMTP host')).toBeDisabled();
    await expect(page.getByText('Only a main admin may name sender and mail server')).toBeVisible();
    await expect(page.getByLabel('From name')).toBeDisabled();
    await page.getByLabel('Daily cap').fill('0');
    await save.click();
    await expect(page.getByText('The daily cap is a number from 1 to 10000000')).toBeVisible();
    await page.getByLabel('Daily cap').fill('400');
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    await expect(page.getByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await save.click();
    await expectToast(page, 'Email settings saved');
    await expect(save).toBeDisabled();

    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(page.getByText('The mail server took the test email')).toBeVisible();
    await expect(page.getByText(/^250 /)).toBeVisible();
    expect((await world.mailTo(adam.email)).subject).toBe('Test email from Marketplace Platform');

    await page.getByRole('tab', { name: 'Delivery log' }).click();
    const row = page.getByRole('row', { name: /a•••@example\.com/ });
    await expect(row).toContainText('Test email');
    await expect(row).toContainText('Sent');
    await expectAccessible(page, 'main');
  });

  await test.step('changes the text of a mail, looks at it, sets it back and switches it off', async () => {
    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Edit New quote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit "New quote"' });
    await dialog.getByLabel('Subject').fill('Quote on {{titel}}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('There is no value {{titel}} in this mail')).toBeVisible();
    // A slip of the hand does not throw the text away.
    await page.keyboard.press('Escape');
    const leaving = page.getByRole('dialog', { name: 'You have unsaved changes' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await expect(leaving).toBeHidden();
    await dialog.getByLabel('Subject').fill('A quote on {{title}}');
    await expect(
      dialog.getByRole('region', { name: 'Preview' }).getByText('A quote on Cashew nuts W320'),
    ).toBeVisible();
    await expect(dialog.frameLocator('iframe').getByText('Hello anna,')).toBeVisible();
    await dialog.getByText('Text', { exact: true }).last().click();
    await expect(dialog.getByLabel('Mail as text')).toContainText('See the quote: ');
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Email settings saved');
    await expect(page.getByText('Changed', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Edit New quote' }).click();
    await dialog.getByRole('button', { name: 'Reset to default' }).click();
    await expect(dialog.getByLabel('Subject')).toHaveValue('{{summary}}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Changed', { exact: true })).toBeHidden();

    const quotes = page.getByRole('switch', { name: 'New quote' });
    await quotes.click({ force: true });
    await expect(quotes).not.toBeChecked();
    await expect
      .poll(() => world.sql(`select is_enabled from private.mail_templates where template = 'quote_received'`))
      .toEqual([{ is_enabled: false }]);
  });

  await test.step('sends a failed mail again', async () => {
    await world.sql(
      `insert into private.mail_outbox (user_id, recipient, template, status, attempts, error) values ($1, $2, 'test', 'failed', 8, 'Connection refused')`,
      [bob.id, bob.email],
    );
    await page.getByRole('tab', { name: 'Delivery log' }).click();
    await expect(page.getByText('Connection refused')).toBeVisible();
    await page.getByRole('button', { name: /^Retry mail/ }).click();
    await expectToast(page, 'Mail queued', 'It will be sent within a minute');
    await expect(page.getByRole('row', { name: /b•••@example\.com/ })).toContainText('Queued');
  });
});

test('a main admin sees mails that do not leave, sends them, and tries a provider before it is saved', async ({
  page,
  world,
}) => {
  const bob = await world.person('bob');
  await loginAs(page, world, 'mona');
  const queue = (status: string, error: string | null) =>
    world.sql(
      `insert into private.mail_outbox (user_id, recipient, template, status, attempts, error, created_at, next_attempt_at)
       values ($1, $2, 'post_hidden', $3, 4, $4, now() - interval '2 hours', now() + interval '1 hour') returning 1`,
      [bob.id, bob.email, status, error],
    );
  const states = () =>
    world.sql('select status, attempts::int, next_attempt_at <= now() as due from private.mail_outbox order by id');
  const trouble = page.getByRole('tabpanel').getByRole('alert', { name: 'Mails not sent' });
  const link = page.getByRole('link', { name: /^Email settings/ });

  await test.step('the badge, the oldest waiting mail and the last error', async () => {
    await queue('queued', '451 try later');
    await queue('failed', '554 go away');
    await page.goto('/admin/email-settings');
    await expect(link.getByLabel('2 not sent')).toBeVisible();
    await expect(trouble).toContainText('1 mail waits · the oldest since');
    await expect(trouble).toContainText('1 mail failed in the last 7 days');
    await expect(trouble).toContainText('Last answer: 554 go away');
    await expectAccessible(page, 'main');
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('waiting mails are sent now, failed ones all again', async () => {
    await trouble.getByRole('button', { name: 'Send now' }).click();
    await expectToast(page, 'Mails queued', 'They will be sent within a minute');
    expect(await states()).toMatchObject([{ status: 'queued', attempts: 4, due: true }, { status: 'failed' }]);
    await trouble.getByRole('button', { name: 'Try all again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Try all failed mails again?' });
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Try all again' }).click();
    await expect(trouble).toContainText('2 mails wait');
    expect(await states()).toMatchObject([{ status: 'queued' }, { status: 'queued', attempts: 1, due: true }]);
  });

  await test.step('a copy says whose mails it holds, until its address is confirmed', async () => {
    await world.sql(`update private.mail_settings set site_url = 'https://real.example', held_by = $1 returning 1`, [
      world.webUrl,
    ]);
    await page.reload();
    const hold = page.getByRole('alert', { name: 'No mail leaves this server' });
    await expect(hold).toContainText(`It serves ${world.webUrl}, and the mails are those of https://real.example`);
    await expect(hold.getByRole('button', { name: 'Send now' })).toBeHidden();
    await hold.getByRole('button', { name: 'Send mails from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send mails from here?' });
    await dialog.getByRole('button', { name: 'Send mails from here' }).click();
    await expectToast(page, 'Mails leave from here');
    await expect(hold).toBeHidden();
    expect(await world.sql('select site_url, held_by from private.mail_settings')).toEqual([
      { site_url: world.webUrl, held_by: null },
    ]);
  });

  await test.step('a provider that does not answer is only saved on demand', async () => {
    await page.getByLabel('From address').fill('shop@market.example');
    await page.getByLabel('SMTP host').fill('127.0.0.1');
    await page.getByLabel('Port').fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The test email failed')).toBeVisible();
    await expect(page.getByText('connect ECONNREFUSED 127.0.0.1:1')).toBeVisible();
    const host = () => world.sql('select smtp_host from private.mail_settings');
    expect(await host()).toEqual([{ smtp_host: null }]);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await expectToast(page, 'Email settings saved');
    await expect(page.getByText('The test email failed')).toBeHidden();
    expect(await host()).toEqual([{ smtp_host: '127.0.0.1' }]);
  });
});

test('[A639,A645] an admin edits, previews and tests the mails of each language', async ({ page, world }) => {
  const adam = await loginAs(page, world, 'adam');
  const texts = () => world.sql('select template, locale, subject from private.mail_texts order by locale');

  await test.step('the text of one language, and that of the other stays', async () => {
    await page.goto('/admin/email-settings?tab=templates');
    const language = page.getByRole('radiogroup', { name: 'Language of the mail' });
    await expect(language.getByRole('radio', { name: 'English' })).toBeChecked();
    await language.getByText('Tiếng Việt').click();
    await page.getByRole('button', { name: 'Edit New quote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit "New quote"' });
    await expect(dialog.getByLabel('Subject')).toHaveValue('{{summary}}');
    await expect(dialog.frameLocator('iframe').locator('html')).toHaveAttribute('lang', 'vi');
    await expect(dialog.frameLocator('iframe').getByText('Chào anna,')).toBeVisible();
    await dialog.getByLabel('Subject').fill('Giá cho {{title}}');
    await expect(dialog.getByRole('region', { name: 'Preview' }).getByText('Giá cho Hạt điều W320')).toBeVisible();
    // The frame is loaded anew for each letter of its title.
    await expect.poll(() => dialog.frameLocator('iframe').locator('title').textContent()).toContain('Hạt điều W320');
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Email settings saved');
    await expect(page.getByText('Changed', { exact: true })).toBeVisible();
    expect(await texts()).toEqual([{ template: 'quote_received', locale: 'vi', subject: 'Giá cho {{title}}' }]);

    await language.getByText('English').click();
    await expect(page.getByText('Changed', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Edit New quote' }).click();
    await expect(dialog.getByLabel('Subject')).toHaveValue('{{summary}}');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page, 'main');
  });

  await test.step('a mail with a secret in both languages, English as a main admin wrote it', async () => {
    const text = { template: 'reset_password', is_enabled: true, body: 'Hi there!' };
    expect((await adam.client.rpc('save_mail_template', text)).error?.code).toBe('PT403');
    const mona = await world.person('mona');
    expect((await mona.client.rpc('save_mail_template', text)).error).toBeNull();
    await page.reload();
    await page.getByRole('radiogroup', { name: 'Language of the mail' }).getByText('Tiếng Việt').click();
    await page.getByRole('button', { name: 'Edit Reset password' }).click();
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await expect(frame.getByText('Hi there!')).toBeVisible();
    await expect(frame.locator('p[lang="vi"]').first()).toHaveText('Chào anna,');
    await expect(frame.getByRole('link')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('a test in each language', async () => {
    await page.getByRole('tab', { name: 'Sending' }).click();
    await page.getByRole('radiogroup', { name: 'Language of the mail' }).getByText('Tiếng Việt').click();
    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(page.getByText('The mail server took the test email')).toBeVisible();
    expect((await world.mailTo(adam.email)).subject).toBe('Email thử từ Marketplace Platform');
  });

  await test.step('and the page is in the language of the admin', async () => {
    for (const tab of ['sending', 'templates', 'log']) {
      await page.goto(`/admin/email-settings?tab=${tab}&lang=vi`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
      await expect(page.getByRole('tabpanel')).not.toContainText(
        /\b(Sender|Save|mail server|Edit|Always sent|Optional|Changed|When|Status|Template|Sent|tries|Port)\b/,
      );
    }
    await expect(page.getByRole('row', { name: /a•••@example\.com/ })).toContainText('Email thử');
    await page.goto('/admin/email-settings?tab=templates');
    await page.getByRole('button', { name: 'Sửa Báo giá mới' }).click();
    await expect(page.getByRole('dialog', { name: 'Sửa “Báo giá mới”' })).toBeVisible();
  });
});
