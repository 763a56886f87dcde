import { expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import { ApiClient, signedIn, withToken } from './api-client.ts';

const SETTINGS = {
  fromName: 'Marketplace',
  fromAddress: 'hello@b2b.example',
  replyTo: 'help@b2b.example',
  smtpHost: 'smtp.b2b.example',
  smtpPort: 465,
  smtpSecurity: 'tls',
  smtpUser: 'b2b',
  smtpSecret: 'very-secret',
  dailyCap: 1000,
  footerAddress: '1 Main Street\nHanoi',
};
const TEMPLATE = {
  template: 'quote_received',
  isEnabled: true,
  subject: 'Quote on {{title}}',
  body: 'Dear {{username}},\n\nlook.',
};

test('[A65] every call is for admins only', async ({ world, bob }) => {
  const calls: [method: string, path: string, json?: unknown][] = [
    ['GET', '/api/admin/email-settings'],
    ['PUT', '/api/admin/email-settings', SETTINGS],
    ['PUT', '/api/admin/email-settings/templates', TEMPLATE],
    ['POST', '/api/admin/email-settings/preview', TEMPLATE],
    ['POST', '/api/admin/email-settings/test'],
    ['GET', '/api/admin/email-settings/log'],
    ['POST', '/api/admin/email-settings/log/1/retry'],
  ];
  const [guest, user] = [new ApiClient(), await signedIn(bob)];
  for (const [method, path, json] of calls) {
    expect(
      [(await guest.call(method, path, { json })).status, (await user.call(method, path, { json })).status],
      `${method} ${path}`,
    ).toEqual([401, 403]);
  }
  // Past /api the functions of the database refuse as well.
  expect(await bob.client.rpc('email_settings')).toAnswer(403);
  expect(await bob.client.rpc('list_mail_log')).toAnswer(403);
  expect(await bob.client.rpc('queue_test_mail')).toAnswer(403);
  expect(await bob.client.rpc('retry_mail', { mail_id: 1 })).toAnswer(403);
  expect(await bob.client.rpc('list_mail_templates')).toAnswer(403);
  expect(await bob.client.rpc('save_mail_template', { template: 'test', is_enabled: false })).toAnswer(403);
  expect(await world.guest.rpc('email_settings')).toAnswer(401);
  expect(await world.sql('select * from private.mail_outbox')).toEqual([]);
});

test('settings are saved, the password is never answered and never shown to another server', async ({ adam }) => {
  const client = await signedIn(adam);
  expect((await client.put('/api/admin/email-settings', SETTINGS)).body).toEqual({ message: 'Email settings saved' });
  const { smtpSecret: _, ...rest } = SETTINGS;
  const saved = await client.get('/api/admin/email-settings');
  expect(saved.body).toMatchObject({ ...rest, hasSecret: true, sentToday: 0 });
  expect(saved.text).not.toContain('very-secret');
  const { data: log } = await adam.client.from('audit_log').select('action, before, after').neq('action', 'sign_in');
  expect(log).toMatchObject([
    { action: 'save_email_settings', after: { smtp_host: 'smtp.b2b.example', smtp_secret: 'changed' } },
  ]);
  expect(JSON.stringify(log)).not.toContain('very-secret');

  const hasSecret = async () => (await client.get('/api/admin/email-settings')).body;
  await client.put('/api/admin/email-settings', { ...SETTINGS, smtpSecret: '', dailyCap: 5 });
  expect(await hasSecret()).toMatchObject({ hasSecret: true, dailyCap: 5 });
  await client.put('/api/admin/email-settings', { ...SETTINGS, smtpSecret: '', smtpHost: 'evil.example' });
  expect(await hasSecret()).toMatchObject({ hasSecret: false });
});

test('what GET answers can be sent back: null is a field that is not set', async ({ adam }) => {
  const client = await signedIn(adam);
  const fresh = (await client.get('/api/admin/email-settings')).body;
  expect(fresh).toMatchObject({ fromAddress: null, replyTo: null, smtpHost: null, smtpUser: null });
  expect((await client.put('/api/admin/email-settings', fresh)).body).toEqual({ message: 'Email settings saved' });
  await client.put('/api/admin/email-settings', SETTINGS);
  const unset = { fromAddress: null, replyTo: null, smtpHost: null, smtpUser: null };
  expect(await client.put('/api/admin/email-settings', { ...SETTINGS, smtpSecret: '', ...unset })).toAnswer(200);
  expect((await client.get('/api/admin/email-settings')).body).toMatchObject({
    ...unset,
    fromName: 'Marketplace',
    hasSecret: false,
  });
  // A mail server without a sender stays refused, whichever way nothing is said.
  expect(await client.put('/api/admin/email-settings', { ...SETTINGS, fromAddress: null })).toAnswer(400);
});

test('settings that would break a header or lead nowhere are refused with their field', async ({ adam }) => {
  const client = await signedIn(adam);
  for (const [field, value] of [
    ['fromName', 'b2b\r\nBcc: eve@example.com'],
    ['fromAddress', 'a@b.example, c@d.example'],
    ['fromAddress', ''],
    ['replyTo', 'nobody'],
    ['smtpHost', 'host/path'],
    ['smtpPort', 0],
    ['smtpSecurity', 'maybe'],
    ['dailyCap', 0],
  ] as const) {
    const answer = await client.put('/api/admin/email-settings', { ...SETTINGS, [field]: value });
    expect(answer, `${field} ${value}`).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
  }
});

test('a template is previewed, saved, used, and set back', async ({ world, bob, adam }) => {
  const client = await signedIn(adam);
  const preview = await client.post('/api/admin/email-settings/preview', TEMPLATE);
  expect(preview.body).toMatchObject({
    subject: 'Quote on Cashew nuts W320',
    text: expect.stringContaining('Dear anna,\n\nlook.'),
  });
  expect(await client.put('/api/admin/email-settings/templates', TEMPLATE)).toAnswer(200);
  await world.sql(`select private.queue_mail($1, 'quote_received', '{"title": "Steel"}')`, [bob.id]);
  await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
  expect((await world.mailTo(bob.email, /^Quote on Steel$/)).text).toContain('Dear bob,');
  expect(await client.put('/api/admin/email-settings/templates', { ...TEMPLATE, subject: null, body: null })).toAnswer(
    200,
  );
  expect((await client.get('/api/admin/email-settings')).body).toMatchObject({
    templates: expect.arrayContaining([
      expect.objectContaining({ template: 'quote_received', subject: null, body: null }),
    ]),
  });
  const unknown = await client.put('/api/admin/email-settings/templates', { ...TEMPLATE, body: 'Hello {{password}}' });
  expect(unknown).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'body', message: 'There is no value {{password}} in this mail' }] },
  });
});

test('a test mail is really sent, to the admin alone, and the answer of the mail server comes back', async ({
  world,
  adam,
}) => {
  const client = withToken(adam);
  const answer = await client.post('/api/admin/email-settings/test');
  expect(answer.body).toEqual({ outcome: 'sent', answer: expect.stringMatching(/^250/) });
  expect((await world.mailTo(adam.email)).subject).toBe('Test email from Marketplace Platform');
  expect((await client.get('/api/admin/email-settings/log')).body).toMatchObject({
    total: 1,
    items: [
      { to: 'a•••@example.com', template: 'test', status: 'sent', providerAnswer: expect.stringMatching(/^250/) },
    ],
  });
  await world.sql(
    `update private.mail_settings set smtp_host = '127.0.0.1', smtp_port = 1, smtp_security = 'none', from_address = 'a@b.example'`,
  );
  expect((await client.post('/api/admin/email-settings/test')).body).toEqual({
    outcome: 'retry',
    answer: expect.stringContaining('ECONNREFUSED'),
  });
  await world.sql(`update private.mail_settings set smtp_host = null, daily_cap = 1`);
  expect((await client.post('/api/admin/email-settings/test')).body).toMatchObject({ outcome: 'queued' });
});
