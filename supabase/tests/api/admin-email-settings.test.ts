import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished } from 'vitest';
import { MAIL_NAMES, mailTemplate } from '../../functions/_shared/domain/mail-templates.ts';
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
    ['POST', '/api/admin/email-settings/trial', SETTINGS],
    ['GET', '/api/admin/email-settings/queue'],
    ['POST', '/api/admin/email-settings/queue/retry', { status: 'failed' }],
    ['PUT', '/api/admin/email-settings/site', { siteUrl: 'https://copy.example' }],
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
  expect(await bob.client.rpc('retry_mails', { failed: true })).toAnswer(403);
  expect(await bob.client.rpc('mail_queue')).toAnswer(403);
  expect(await bob.client.rpc('send_mails_from', { site: 'https://copy.example' })).toAnswer(403);
  expect(await bob.client.rpc('list_mail_templates')).toAnswer(403);
  expect(await bob.client.rpc('save_mail_template', { template: 'test', is_enabled: false })).toAnswer(403);
  expect(await world.guest.rpc('email_settings')).toAnswer(401);
  expect(await world.sql('select * from private.mail_outbox')).toEqual([]);
});

test('settings are saved, the password is never answered and never shown to another server', async ({ mona }) => {
  const client = await signedIn(mona);
  expect((await client.put('/api/admin/email-settings', SETTINGS)).body).toEqual({ message: 'Email settings saved' });
  const { smtpSecret: _, ...rest } = SETTINGS;
  const saved = await client.get('/api/admin/email-settings');
  expect(saved.body).toMatchObject({ ...rest, hasSecret: true, sentToday: 0 });
  expect(saved.text).not.toContain('very-secret');
  const { data: log } = await mona.client.from('audit_log').select('action, before, after').neq('action', 'sign_in');
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

test('only main admins change the sender of mails and the server that they leave by', async ({ adam, mona }) => {
  const client = await signedIn(adam);
  const save = (change: object) => client.put('/api/admin/email-settings', { ...SETTINGS, smtpSecret: '', ...change });
  await (await signedIn(mona)).put('/api/admin/email-settings', SETTINGS);
  for (const change of [
    { smtpHost: 'evil.example' },
    { smtpPort: 2525 },
    { smtpSecurity: 'none' },
    { smtpUser: 'eve' },
    { smtpSecret: 'of-eve' },
    { fromName: 'Market' },
    { fromAddress: 'eve@b2b.example' },
    { replyTo: 'eve@evil.example' },
    { footerAddress: 'Account locked? https://evil.example' },
  ])
    expect(await save(change), JSON.stringify(change)).toAnswer(403);
  expect(await save({ dailyCap: 5 })).toAnswer(200);
  expect((await client.get('/api/admin/email-settings')).body).toMatchObject({
    smtpHost: SETTINGS.smtpHost,
    hasSecret: true,
  });
});

test('the answer of GET can be sent back: null is a field that is not set', async ({ mona }) => {
  const client = await signedIn(mona);
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

test('[A639] each language has a text of its own: changing one, or setting it back, leaves the other alone', async ({
  world,
  bob,
  adam,
}) => {
  const client = await signedIn(adam);
  const path = '/api/admin/email-settings';
  const vietnamese = {
    template: 'quote_received',
    isEnabled: true,
    subject: 'Giá cho {{title}}',
    body: 'Chào!\n\nXem.',
  };
  const texts = async (locale: string) => {
    const { body } = await client.get(`${path}${locale}`);
    const { templates } = Object(body);
    return templates.find(({ template }: { template: string }) => template === 'quote_received');
  };
  const changed = ({ template, isEnabled, subject, body }: typeof vietnamese) => ({
    template,
    label: 'New quote',
    isOptional: true,
    isEnabled,
    subject,
    body,
  });
  const plain = changed({ ...vietnamese, subject: '', body: '' });
  const byDefault = { ...plain, subject: null, body: null };

  expect((await client.put(`${path}/templates?locale=vi`, vietnamese)).body).toEqual({
    message: 'Email settings saved',
  });
  expect([await texts(''), await texts('?locale=en'), await texts('?locale=vi')]).toEqual([
    byDefault,
    byDefault,
    changed(vietnamese),
  ]);
  // A call that names no language is about English, as before there were others.
  await client.put(`${path}/templates`, TEMPLATE);
  expect([await texts(''), await texts('?locale=vi')]).toEqual([changed(TEMPLATE), changed(vietnamese)]);

  await world.sql(`update public.accounts set locale = 'vi' where profile_id = $1`, [bob.id]);
  for (const who of [bob, adam])
    await world.sql(`select private.queue_mail($1, 'quote_received', '{"title": "Steel"}')`, [who.id]);
  await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
  expect((await world.mailTo(bob.email)).subject).toBe('Giá cho Steel');
  expect((await world.mailTo(bob.email)).text).toContain('Chào!');
  expect((await world.mailTo(adam.email)).subject).toBe('Quote on Steel');

  const back = { ...TEMPLATE, subject: null, body: null };
  await client.put(`${path}/templates?locale=vi`, back);
  expect([await texts(''), await texts('?locale=vi')]).toEqual([changed(TEMPLATE), byDefault]);
  await client.put(`${path}/templates?locale=vi`, vietnamese);
  await client.put(`${path}/templates`, { ...back, isEnabled: false });
  // Whether it is sent at all is one thing for all languages.
  expect([await texts(''), await texts('?locale=vi')]).toEqual([
    { ...byDefault, isEnabled: false },
    { ...changed(vietnamese), isEnabled: false },
  ]);
  const [first] = await world.sql<{ before: object; after: object }>(
    `select before, after from public.audit_log where action = 'save_mail_template' order by id limit 1`,
  );
  expect(first).toMatchObject({
    before: { template: 'quote_received', locale: 'vi', subject: null, body: null },
    after: { template: 'quote_received', locale: 'vi', subject: 'Giá cho {{title}}', is_enabled: true },
  });
});

test('[A639] a mail is previewed and tested in each language; one that does not exist is refused', async ({
  world,
  adam,
  mona,
}) => {
  const client = await signedIn(adam);
  const path = '/api/admin/email-settings';
  const preview = async (locale: string, template: string, subject: string | null = null) =>
    (await client.post(`${path}/preview${locale}`, { template, subject, body: null })).body;
  expect(await preview('', 'quote_received')).toMatchObject({ subject: 'New quote on "Cashew nuts W320"' });
  expect(await preview('?locale=vi', 'quote_received')).toMatchObject({
    subject: 'Báo giá mới cho “Hạt điều W320”',
    text: expect.stringContaining('Chào anna,'),
    html: expect.stringContaining('<html lang="vi">'),
  });
  // One that carries a secret says it in English as well, with what admins made of that.
  await (
    await signedIn(mona)
  ).put(`${path}/templates`, {
    template: 'reset_password',
    isEnabled: true,
    subject: 'New one',
    body: 'Hi!',
  });
  expect(await preview('?locale=vi', 'reset_password', 'Mật khẩu')).toMatchObject({
    subject: 'New one / Mật khẩu',
    text: expect.stringMatching(/^Hi!\n\nChào anna,/),
  });

  const sent = async (locale: string) => {
    expect((await client.post(`${path}/test${locale}`)).body).toMatchObject({ outcome: 'sent' });
    const [mail] = await world.mails.list(adam.email);
    return mail?.subject;
  };
  expect(await sent('')).toBe('Test email from Marketplace Platform');
  expect(await sent('?locale=vi')).toBe('Email thử từ Marketplace Platform');
  await adam.client.rpc('set_locale', { locale: 'vi' });
  expect(await sent('')).toBe('Email thử từ Marketplace Platform');
  expect(await sent('?locale=en')).toBe('Test email from Marketplace Platform');

  for (const locale of ['xx', 'fr', 'VI', '']) {
    const query = `?locale=${locale}`;
    for (const answer of [
      await client.get(path + query),
      await client.put(`${path}/templates${query}`, TEMPLATE),
      await client.post(`${path}/preview${query}`, TEMPLATE),
      await client.post(`${path}/test${query}`),
    ])
      expect(answer, locale).toMatchObject({ status: 400, body: { errors: [{ path: 'locale' }] } });
  }
  for (const locale of ['xx', '', 'VI']) {
    expect(await adam.client.rpc('list_mail_templates', { locale })).toAnswer(400);
    expect(await adam.client.rpc('save_mail_template', { template: 'test', is_enabled: true, locale })).toAnswer(400);
    expect(await adam.client.rpc('queue_test_mail', { locale })).toAnswer(400);
  }
});

test('a text names only the values of its mail, whoever stores it', async ({ world, mona }) => {
  const save = (template: string, text: { subject?: string; body?: string }) =>
    mona.client.rpc('save_mail_template', { template, is_enabled: true, ...text });
  const templates = await world.sql<{ template: string; placeholders: string[] }>(
    'select template, placeholders from private.mail_templates',
  );
  expect(templates.length).toBe(MAIL_NAMES.length);
  for (const { template, placeholders } of templates) {
    expect(placeholders.toSorted(), template).toEqual(Object.keys(mailTemplate(template)?.variables ?? {}).toSorted());
    expect(await save(template, { body: placeholders.map((name) => `{{${name}}}`).join(' ') }), template).toAnswer(204);
    for (const name of ['path', 'token', 'constructor']) {
      expect(await save(template, { body: `x {{ ${name} }}` }), `${template} ${name}`).toAnswer(400);
      expect(await save(template, { subject: `x {{${name}}}` }), `${template} ${name}`).toAnswer(400);
    }
  }
});

test('mails that open an account are written by main admins, and carry no link but their own', async ({
  adam,
  mona,
}) => {
  for (const template of ['verify_email', 'reset_password', 'confirm_email']) {
    const save = (person: typeof adam, body: string | null) =>
      person.client.rpc('save_mail_template', { template, is_enabled: true, ...(body === null ? {} : { body }) });
    const code = template === 'reset_password' ? '' : '{{ code }}';
    expect(await save(adam, `Hello {{username}} ${code}`), template).toAnswer(403);
    expect(await save(mona, `Hello {{username}} ${code}`), template).toAnswer(204);
    expect(await save(adam, null), template).toAnswer(403);
    for (const link of ['https://x.example', 'HTTP://x', 'www.x.example/a', 'x.example', 'x．example', 'x。example'])
      expect(await save(mona, `Hello ${link}`), `${template} ${link}`).toAnswer(400);
  }
});

test('mails about the security of an account cannot be switched off, and are written by main admins', async ({
  adam,
  mona,
}) => {
  const { data } = await adam.client.rpc('list_mail_templates');
  const always = (data ?? []).filter(({ is_always_sent: isAlwaysSent }) => isAlwaysSent);
  expect(always).toHaveLength(10);
  expect(always.filter(({ is_optional: isOptional }) => isOptional)).toEqual([]);
  for (const { template } of always) {
    const off = { template, is_enabled: false };
    for (const { client } of [adam, mona])
      expect(await client.rpc('save_mail_template', off), template).toAnswer(
        400,
        expect.objectContaining({ message: 'This mail is always sent' }),
      );
    const text = { template, is_enabled: true, subject: 'Never mind' };
    expect(await adam.client.rpc('save_mail_template', text), template).toAnswer(403);
    expect(await mona.client.rpc('save_mail_template', text), template).toAnswer(204);
    expect(await mona.client.rpc('save_mail_template', { template, is_enabled: true }), template).toAnswer(204);
  }
});

test('a text without the code of its mail is refused at both doors', async ({ mona }) => {
  const client = await signedIn(mona);
  for (const template of ['verify_email', 'confirm_email']) {
    const text = { template, subject: 'Your code {{code}}', body: 'Hello {{username}}' };
    expect(await client.put('/api/admin/email-settings/templates', { ...text, isEnabled: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body', message: 'The text lacks the code of this mail' }] },
    });
    expect(await mona.client.rpc('save_mail_template', { ...text, is_enabled: true }), template).toAnswer(400);
  }
});

test('the queue shows waiting and failed mails with the last error, and all are tried again at once', async ({
  world,
  bob,
  adam,
}) => {
  const client = await signedIn(adam);
  const queue = async () => (await client.get('/api/admin/email-settings/queue')).body;
  const retry = (status: string) => client.post('/api/admin/email-settings/queue/retry', { status });
  const empty = { waiting: 0, oldestAt: null, failed: 0, lastError: null, siteUrl: null, heldBy: null };
  expect(await queue()).toEqual(empty);
  // A digest, a mail that waits for another try, and mails that failed long ago, just now, and as a test.
  await world.sql(
    `insert into private.mail_outbox (user_id, recipient, template, status, attempts, error, created_at, next_attempt_at)
     select $1, $2, m.template, m.status, m.attempts, m.error, now() - m.age, now() + m.wait
     from (values ('digest', 'queued', 0, null, '1 day'::interval, '6 days'::interval),
       ('post_hidden', 'queued', 3, '451 later', '2 hours', '1 hour'),
       ('post_hidden', 'failed', 8, 'too old', '8 days', '0'),
       ('post_hidden', 'failed', 8, '554 no', '1 hour', '0'),
       ('test', 'failed', 1, 'a test', '1 minute', '0')) as m (template, status, attempts, error, age, wait)`,
    [bob.id, bob.email],
  );
  const oldestAt = expect.stringMatching(/^20\d\d-/);
  expect(await queue()).toEqual({ ...empty, waiting: 1, oldestAt, failed: 1, lastError: '554 no' });

  expect((await retry('sent')).status).toBe(400);
  expect((await retry('queued')).body).toEqual({ count: 1 });
  expect((await retry('failed')).body).toEqual({ count: 1 });
  expect((await retry('failed')).body).toEqual({ count: 0 });
  await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
  expect(await world.mails.list(bob.email)).toHaveLength(2);
  expect(await queue()).toEqual(empty);
  const { data: entries } = await adam.client.from('audit_log').select('after').eq('action', 'retry_mails').order('id');
  expect(entries).toMatchObject([1, 1, 0].map((count) => ({ after: { status: 'queued', count } })));
  await world.sql(`update private.rate_limit_uses set used = 20 where action = 'test_mail'`);
  expect((await retry('failed')).status).toBe(429);
});

test('a provider is tried before it is saved, without the password of another one', async ({ world, mona }) => {
  const client = await signedIn(mona);
  const logins: string[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      logins.push(`${String(username)}:${String(password)}`);
      done(null, { user: username });
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const smtpPort = typeof address === 'object' && address !== null ? address.port : 0;
  const settings = { ...SETTINGS, smtpHost: '127.0.0.1', smtpPort, smtpSecurity: 'none' };
  const trial = async (changes: object) =>
    (await client.post('/api/admin/email-settings/trial', { ...settings, ...changes })).body;

  expect(await trial({})).toEqual({ outcome: 'sent', answer: expect.stringMatching(/^250/) });
  expect((await client.get('/api/admin/email-settings')).body).toMatchObject({ smtpHost: null, hasSecret: false });
  // A trial that failed is not tried again by the saved settings.
  expect(await trial({ smtpPort: 1 })).toMatchObject({
    outcome: 'failed',
    answer: expect.stringMatching(/ECONNREFUSED/),
  });
  // An open port and a closed one of a host that the operator did not allow look the same.
  for (const port of [smtpPort, 1]) {
    expect(await trial({ smtpHost: 'localhost', smtpPort: port })).toEqual({
      outcome: 'failed',
      answer: 'localhost is in a private network. Its operator can allow it with PRIVATE_SMTP_HOSTS',
    });
  }
  expect(await world.sql(`select status from private.mail_outbox order by id`)).toEqual([
    { status: 'sent' },
    { status: 'failed' },
    { status: 'failed' },
    { status: 'failed' },
  ]);

  await client.put('/api/admin/email-settings', settings);
  await trial({ smtpSecret: '' });
  await trial({ smtpSecret: '', smtpUser: 'other' });
  await trial({ smtpSecret: '', smtpHost: 'localhost' });
  expect(logins).toEqual(['b2b:very-secret', 'b2b:very-secret']);
});
