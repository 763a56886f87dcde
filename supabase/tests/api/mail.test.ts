import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect } from 'vitest';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import { PASSWORD, type Client } from '../support/world.ts';
import { ApiClient, QUOTE, signedIn, withToken } from './api-client.ts';

const test = base.extend('quoteToAnna', ({ anna, bob }) => async (title = 'Steel'): Promise<void> => {
  const { id: postId } = await world.createPost(anna, { title });
  await (await signedIn(bob)).post('/api/quotes', { ...QUOTE, postId });
});

const scheduler = () => new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } });
const send = async () => (await scheduler().post('/mail')).body;
/** One mail about a quote or a hidden post leaves in ten minutes, which are over then. */
const passTenMinutes = () =>
  world.sql(`update private.mail_outbox set sent_at = sent_at - interval '10 minutes' returning 1`);

const log = () =>
  world.sql<{ recipient: string; template: string; status: string; attempts: number; error: string | null }>(
    'select recipient, template, status, attempts, error from private.mail_outbox order by id',
  );

describe('the function that sends mail', () => {
  test('only the scheduler can send mail', async ({ adam }) => {
    for (const client of [
      new ApiClient(),
      withToken(adam),
      new ApiClient({ headers: { Authorization: `Bearer ${world.secretKey}` } }),
    ]) {
      expect(await client.post('/mail')).toAnswer(401);
      expect(await client.post('/mail/1')).toAnswer(401);
    }
  });

  test('a queued mail is sent once, as text and HTML, and the result is reported', async ({
    anna,
    bob,
    quoteToAnna,
  }) => {
    await quoteToAnna('Steel <b>& "iron"</b>');
    expect(await send()).toEqual({ sent: 1, bounced: 0, retry: 0, failed: 0 });
    expect(await send()).toEqual({ sent: 0, bounced: 0, retry: 0, failed: 0 });
    const mails = await world.mails.list(anna.email);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe('New quote on "Steel <b>& "iron"</b>"');
    expect(mail?.text).toContain('You have a new quote on your post "Steel <b>& "iron"</b>" from bob.');
    expect(mail?.text).toMatch(new RegExp(`See the quote: ${world.webUrl}/account\\?tab=posts&quote=\\d+\\n`));
    expect(mail?.html).toContain('Steel &lt;b&gt;&amp; &quot;iron&quot;&lt;/b&gt;');
    expect(await world.mails.list(bob.email)).toEqual([]);
    expect(await log()).toEqual([
      { recipient: anna.email, template: 'quote_received', status: 'sent', attempts: 1, error: null },
    ]);
  });

  test('both addresses are told of a new address, and the owner of a new password', async ({ anna }) => {
    await world.sql(`update auth.users set email = 'anna@new.example' where id = $1`, [anna.authId]);
    await world.sql(`update auth.users set encrypted_password = 'x' where id = $1`, [anna.authId]);
    await send();
    for (const address of [anna.email, 'anna@new.example']) {
      expect((await world.mailTo(address, /email address was changed/)).text).toContain(
        'from anna@example.com to anna@new.example',
      );
    }
    expect((await world.mailTo('anna@new.example', /Your password was changed/)).text).toContain('Hello anna,');
  });

  test('messages are collected for 10 minutes, and read ones are left out', async ({ anna }) => {
    const notify = (message: string) =>
      world.sql(`select private.notify($1, $2, '{"type": "message"}')`, [anna.id, message]);
    await notify('New message from bob about "Steel"');
    await notify('New message from carl about "Steel"');
    expect(await send()).toMatchObject({ sent: 0 });
    const wait = () => world.sql(`update private.mail_outbox set next_attempt_at = now() where status = 'queued'`);
    await wait();
    expect(await send()).toMatchObject({ sent: 1 });
    const { text } = await world.mailTo(anna.email, /^2 new messages$/);
    expect(text).toContain('New message from bob about "Steel"\nNew message from carl about "Steel"');

    await notify('New message from bob about "Steel"');
    await anna.client.rpc('mark_all_notifications_read');
    await wait();
    expect(await send()).toEqual({ sent: 0, bounced: 0, retry: 0, failed: 0 });
    expect(await world.mails.list(anna.email)).toHaveLength(1);
  });

  test('the mail of a hidden post names the reason', async ({ anna, adam }) => {
    const { id } = await world.createPost(anna, { title: 'Steel' });
    await adam.client.rpc('hide_post', { post_id: id, reason: 'Duplicate' });
    await send();
    await passTenMinutes();
    await adam.client.rpc('unhide_post', { post_id: id });
    await send();
    expect((await world.mailTo(anna.email, /^Your post "Steel" was hidden$/)).text).toContain('Reason: Duplicate');
    expect((await world.mailTo(anna.email, /^Your post "Steel" is visible again$/)).text).toContain(
      'visible to everybody again',
    );
  });

  test('the mail of a decision has its reason, the words of an admin and a way to unsubscribe [A604,A606]', async ({
    anna,
    bob,
    adam,
    quoteToAnna,
  }) => {
    await quoteToAnna();
    const [quote] = await world.sql<{ id: number }>('select id::int from public.quotes');
    const ofQuote = { quote_id: quote?.id ?? 0 };
    await send();
    await anna.client.rpc('decline_quote', { ...ofQuote, reason: 'Another supplier was chosen' });
    await send();
    const declined = await world.mailTo(bob.email, /^Your quote on "Steel" was declined$/);
    expect(declined.text).toContain('Your quote on "Steel" was declined: Another supplier was chosen');
    expect(declined.text).toContain(`See the quote: ${world.webUrl}/my-quotes?quote=${quote?.id}`);
    expect(declined.text).toContain('You get this mail because you sent a quote.');
    expect(declined.text).toMatch(/Unsubscribe or choose your mails: http/);

    await passTenMinutes();
    await anna.client.rpc('reopen_quote', ofQuote);

    const words = { template: 'quote_accepted', subject: 'Deal: {{title}}', body: '{{message}}!', is_enabled: true };
    expect((await adam.client.rpc('save_mail_template', words)).error).toBeNull();
    await anna.client.rpc('accept_quote', { ...ofQuote, close_request: false, expected_version: 1 });
    await send();
    await bob.client.rpc('cancel_deal', { ...ofQuote, reason: 'No ship' });
    await send();
    expect((await world.mailTo(bob.email, /^Deal: Steel$/)).text).toContain('Your quote on "Steel" was accepted!');
    const changed = await world.mailTo(anna.email, /^bob cancelled the deal on "Steel": No ship$/);
    expect(changed.text).toContain('bob cancelled the deal on "Steel": No ship');
    expect(changed.text).toContain(`See the quote: ${world.webUrl}/account?tab=posts&quote=${quote?.id}\n`);
  });

  test('no mail of a disabled kind is sent', async ({ quoteToAnna }) => {
    await world.sql(`update private.mail_templates set is_enabled = false where template = 'quote_received'`);
    await quoteToAnna();
    expect(await log()).toEqual([]);
  });
});

describe('a receiver who reads Vietnamese', () => {
  const read = (who: { client: Client }, locale: string) => who.client.rpc('set_locale', { locale });

  test('[A639] a reader of Vietnamese gets each mail in Vietnamese, and nobody else does', async ({
    anna,
    bob,
    adam,
    mona,
    quoteToAnna,
  }) => {
    await read(anna, 'vi');
    await read(bob, 'vi');
    await quoteToAnna();
    const [quote] = await world.sql<{ id: number }>('select id::int from public.quotes');
    const ofQuote = { quote_id: quote?.id ?? 0 };
    await anna.client.rpc('decline_quote', { ...ofQuote, reason: 'Another supplier was chosen: Sorry' });
    await send();
    await passTenMinutes();
    await anna.client.rpc('reopen_quote', ofQuote);
    await anna.client.rpc('accept_quote', { ...ofQuote, close_request: false, expected_version: 1 });
    await world.sql(`update private.mail_outbox set next_attempt_at = now()`);
    await send();
    await bob.client.rpc('cancel_deal', { ...ofQuote, reason: 'No ship' });
    await anna.client.rpc('send_message', { quote_id: ofQuote.quote_id, content: 'Hello' });
    await world.sql(`update private.mail_outbox set next_attempt_at = now()`);
    const { id } = await world.createPost(anna, { title: 'Iron' });
    await adam.client.rpc('hide_post', { post_id: id, reason: 'Duplicate' });
    await send();
    await passTenMinutes();
    await adam.client.rpc('unhide_post', { post_id: id });
    await mona.client.rpc('suspend_user', { user_id: bob.id, days: 7, reason: 'Spam' });
    await world.sql(`update auth.users set encrypted_password = 'x' where id = $1`, [anna.authId]);
    await send();

    const told = async (email: string) =>
      (await world.mails.list(email)).map(({ subject }) => subject).toSorted((a, b) => (a < b ? -1 : 1));
    expect(await told(anna.email)).toEqual([
      'Báo giá mới cho “Steel”',
      'Mật khẩu của bạn đã được đổi',
      'Yêu cầu mua hàng “Iron” của bạn đã bị ẩn',
      'Yêu cầu mua hàng “Iron” của bạn đã hiện lại',
      'bob đã huỷ giao dịch về “Steel”: No ship',
    ]);
    expect(await told(bob.email)).toEqual([
      'Báo giá của bạn cho “Steel” đã bị từ chối',
      'Báo giá của bạn cho “Steel” đã được chấp nhận',
      'Tin nhắn mới từ anna về “Steel”',
      'Tài khoản của bạn đã bị đình chỉ',
    ]);
    const textOf = async (email: string, subject: RegExp) => (await world.mailTo(email, subject)).text;
    expect(await textOf(anna.email, /^Báo giá mới/)).toContain(
      `Bạn có báo giá mới cho yêu cầu “Steel” từ bob.\n\nNhà cung cấp: bob\n`,
    );
    expect(await textOf(anna.email, /^Báo giá mới/)).toContain(
      `Xem báo giá: ${world.webUrl}/account?tab=posts&quote=${quote?.id}&lang=vi`,
    );
    expect(await textOf(anna.email, /^bob đã huỷ/)).toContain('bob đã huỷ giao dịch về “Steel”: No ship');
    expect(await textOf(bob.email, /bị từ chối$/)).toContain(
      'Báo giá của bạn cho “Steel” đã bị từ chối: Đã chọn nhà cung cấp khác: Sorry',
    );
    expect(await textOf(bob.email, /bị đình chỉ$/)).toMatch(
      /bị đình chỉ đến \d\d:\d\d \d+ thg \d+, \d{4} \(UTC\)\.\n\nLý do: Spam/,
    );
    for (const { text, html } of [...(await world.mails.list(anna.email)), ...(await world.mails.list(bob.email))]) {
      expect(html).toContain('<html lang="vi">');
      expect(text).toContain('Bạn nhận được email này vì');
      expect(`${text}${html}`).not.toMatch(/Hello \w+,|You get this mail|Unsubscribe or/);
    }
    expect(await world.mails.list(adam.email)).toEqual([]);
    // What is stored stays English.
    expect(
      await world.sql(`select message from public.notifications where message !~ '^[A-Za-z0-9 ",.:()-]+$'`),
    ).toEqual([]);
  });

  test('[A639] the language of a mail is the one that its receiver reads when it is sent, not when it was queued', async ({
    anna,
    quoteToAnna,
  }) => {
    await read(anna, 'vi');
    await quoteToAnna();
    await read(anna, 'en');
    await send();
    expect((await world.mailTo(anna.email)).subject).toBe('New quote on "Steel"');
    await quoteToAnna('Iron');
    await read(anna, 'vi');
    await send();
    expect((await world.mailTo(anna.email, /Iron/)).subject).toBe('Báo giá mới cho “Iron”');
  });

  test('[A639] both addresses get Vietnamese for a Vietnamese reader, and English for a language without mails', async ({
    anna,
    bob,
    quoteToAnna,
  }) => {
    await read(anna, 'vi');
    await world.sql(`update auth.users set email = 'anna@new.example' where id = $1`, [anna.authId]);
    await send();
    for (const address of [anna.email, 'anna@new.example']) {
      const { subject, text } = await world.mailTo(address);
      expect(subject).toBe('Địa chỉ email của bạn đã được đổi');
      expect(text).toContain('từ anna@example.com sang anna@new.example');
      expect(text).toContain('Chào anna,');
    }
    await read(anna, 'fr');
    await quoteToAnna();
    await send();
    const inEnglish = await world.mailTo('anna@new.example', /^New quote on "Steel"$/);
    expect(inEnglish.html).toContain('<html lang="en">');
    expect(inEnglish.text).not.toContain('lang=');
    expect(await world.mails.list(bob.email)).toEqual([]);
  });

  test('[A639] a reader of Vietnamese gets mails of Auth in both languages with one code and link; others as before', async ({
    anna,
    bob,
  }) => {
    await read(anna, 'vi');
    for (const { email } of [anna, bob]) {
      await world.guest.auth.resetPasswordForEmail(email, { redirectTo: world.webUrl });
    }
    await send();
    const linksOf = (text: string) => text.match(/https?:\/\/\S+\/reset-password\?token=[0-9a-f]{64}\S*/g);
    const both = await world.mailTo(anna.email);
    expect(both.subject).toBe(
      'Reset your Marketplace Platform password / Đặt lại mật khẩu Marketplace Platform của bạn',
    );
    expect(both.text.indexOf('Hello anna,')).toBe(0);
    expect(both.text).toContain('\n\nChào anna,\n\n');
    expect([linksOf(both.text)?.length, both.html.match(/reset-password\?token=/g)?.length]).toEqual([1, 1]);
    expect(linksOf(both.text)?.[0]).toMatch(/&lang=vi$/);
    const english = await world.mailTo(bob.email);
    expect(english.subject).toBe('Reset your Marketplace Platform password');
    expect(`${english.text}${english.html}`).not.toMatch(/Chào|lang=vi|lang="vi"/);
  });

  test('[A639] a new user registered in Vietnamese gets the code once, in both languages', async () => {
    await fetch(`${world.supabaseUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'lan@example.com',
        password: PASSWORD,
        data: { username: 'lan', locale: 'vi', termsVersion: TERMS_VERSION },
      }),
    });
    await world.sql(
      `select private.ask_for_proof(p.auth_id, 'confirm_email', 'lan@new.example') from public.profiles p where p.username = 'lan'`,
    );
    await send();
    const { subject, text, html } = await world.mailTo('lan@new.example');
    expect(subject).toContain(' / Xác nhận địa chỉ email mới');
    expect(text).toMatch(/^Hello lan,[^]*\nChào lan,/);
    const [code = ''] = /^\d{6}$/m.exec(text) ?? [];
    expect([text.split(code).length, html.split(`>${code}<`).length]).toEqual([2, 2]);
  });

  test('a deleted receiver gets no mail, and queued ones are gone', async ({ anna, mona, quoteToAnna }) => {
    await read(anna, 'vi');
    await quoteToAnna();
    await mona.client.rpc('delete_user', { user_id: anna.id, username: 'anna' });
    await send();
    expect(await world.mails.list(anna.email)).toEqual([]);
  });
});

describe('mails of a copied marketplace', () => {
  const claim = (site: string, hasMailbox = false) =>
    world.sql<{ template: string }>('select template from private.claim_mail(null, $1, $2)', [site, hasMailbox]);
  const state = async () => (await world.sql('select site_url, held_by from private.mail_settings'))[0];
  const belongTo = (site: string) => world.sql('update private.mail_settings set site_url = $1 returning 1', [site]);
  const queue = () =>
    world.sql(`insert into private.mail_outbox (recipient, template) values ('a@example.com', 'test') returning 1`);

  test('the first address is that of the marketplace, and another is held until a main admin names it', async ({
    adam,
    mona,
  }) => {
    await queue();
    expect(await claim('https://market.example')).toHaveLength(1);
    expect(await state()).toEqual({ site_url: 'https://market.example', held_by: null });
    await queue();
    expect(await claim('https://copy.example')).toEqual([]);
    expect(await state()).toEqual({ site_url: 'https://market.example', held_by: 'https://copy.example' });
    const admin = withToken(adam);
    expect((await admin.get('/api/admin/email-settings/queue')).body).toMatchObject({
      heldBy: 'https://copy.example',
      siteUrl: 'https://market.example',
    });
    const name = (client: ApiClient, siteUrl: string) => client.put('/api/admin/email-settings/site', { siteUrl });
    expect(await name(admin, 'https://copy.example')).toAnswer(403);
    expect(await name(withToken(mona), 'https://other.example')).toAnswer(409);
    expect(await name(withToken(mona), 'https://copy.example')).toAnswer(200);
    expect(await name(withToken(mona), 'https://copy.example')).toAnswer(409);
    expect(await claim('https://copy.example')).toHaveLength(1);
    await queue();
    expect(await claim('https://market.example')).toEqual([]);
    const { data } = await mona.client.from('audit_log').select('after').eq('action', 'send_mails_from');
    expect(data).toEqual([{ after: { site_url: 'https://copy.example' } }]);
  });

  test('MAILS=off holds all mails, and the server of the marketplace ends a hold', async ({ mona }) => {
    await queue();
    await belongTo('https://market.example');
    expect(await claim('off', true)).toEqual([]);
    expect(await state()).toMatchObject({ held_by: 'off' });
    expect(await mona.client.rpc('send_mails_from', { site: 'off' })).toAnswer(409);
    expect(await claim('https://market.example')).toHaveLength(1);
    expect(await state()).toMatchObject({ held_by: null });
  });

  test('without a main admin there is no marketplace yet, so a new address is not held', async () => {
    await queue();
    await belongTo('https://trial.example');
    expect(await claim('https://market.example')).toHaveLength(1);
    expect(await state()).toEqual({ site_url: 'https://market.example', held_by: null });
  });

  test('only mails that stay in the mailbox of its machine leave a copy', async ({ mona }) => {
    await belongTo('https://market.example');
    await queue();
    expect(await claim('http://localhost:3000', true)).toHaveLength(1);
    expect(await state()).toEqual({ site_url: 'https://market.example', held_by: null });
    await world.sql(`update private.mail_settings set smtp_host = 'smtp.market.example' returning 1`);
    await queue();
    await world.sql(`select private.ask_for_proof($1, 'reset_password', $2)`, [mona.authId, mona.email]);
    expect((await claim('http://localhost:3000', true)).map(({ template }) => template)).toEqual(['reset_password']);
    expect(await claim('http://localhost:3000', true)).toEqual([]);
    expect(await state()).toMatchObject({ held_by: 'http://localhost:3000' });
  });
});

describe('a mail server in trouble', () => {
  const closing: (() => void)[] = [];
  test.afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** A server that says hello and nothing more, or nothing at all. */
  async function serverThat(greet: string): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(greet);
      closing.push(() => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  const use = (port: number) =>
    world.sql(
      `update private.mail_settings set smtp_host = '127.0.0.1', smtp_port = $1, smtp_security = 'none', from_address = 'b2b@b2b.example'`,
      [port],
    );

  test('a mail server that refuses gets one try; every mail is kept and sent later', async ({ anna, quoteToAnna }) => {
    const port = await serverThat('554 go away\r\n');
    await use(port);
    for (let n = 0; n < 3; n += 1) await quoteToAnna(`Steel ${n}`);
    expect(await send()).toMatchObject({ sent: 0, failed: 0 });
    const after = await log();
    expect(after.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
    expect(after.some(({ error }) => error?.includes('554'))).toBe(true);
    await world.sql(`update private.mail_settings set smtp_host = null`);
    await world.sql(`update private.mail_outbox set next_attempt_at = now()`);
    expect(await send()).toMatchObject({ sent: 3 });
    expect(await world.mails.list(anna.email)).toHaveLength(3);
  });

  test('a mail server that hangs ends the try in time', async ({ quoteToAnna }) => {
    await use(await serverThat(''));
    await quoteToAnna();
    const began = Date.now();
    expect(await send()).toMatchObject({ sent: 0, retry: 1 });
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(await log()).toMatchObject([{ status: 'queued', attempts: 1, error: expect.stringMatching(/greeting/i) }]);
  });

  test('a mail is given up after 8 tries, ever further apart', async ({ adam, quoteToAnna }) => {
    await use(await serverThat('554 go away\r\n'));
    await quoteToAnna();
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await world.sql(`update private.mail_outbox set next_attempt_at = now()`);
      await send();
      const [row] = await world.sql<{ minutes: number }>(
        `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from private.mail_outbox`,
      );
      waits.push(row?.minutes ?? 0);
    }
    expect(waits).toEqual([1, 4, 16, 64, 256, 360, 360, 360]);
    expect(await log()).toMatchObject([{ status: 'failed', attempts: 8 }]);
    const client = withToken(adam);
    expect((await client.get('/api/admin/email-settings/log?status=failed')).body).toMatchObject({
      total: 1,
      items: [{ to: 'a•••@example.com' }],
    });
    await world.sql(`update private.mail_settings set smtp_host = null`);
    const [{ id } = { id: 0 }] = await world.sql<{ id: number }>('select id::int from private.mail_outbox');
    expect(await client.post(`/api/admin/email-settings/log/${id}/retry`)).toAnswer(200);
    expect(await send()).toMatchObject({ sent: 1 });
    expect(await client.post(`/api/admin/email-settings/log/${id}/retry`)).toAnswer(409);
  });

  test('a mail that was due more than a week ago is not sent; a younger one is', async ({ anna, quoteToAnna }) => {
    const overdue = (days: number) =>
      world.sql(`update private.mail_outbox set next_attempt_at = now() - $1 * interval '1 day'`, [days]);
    await quoteToAnna();
    await overdue(8);
    expect(await send()).toEqual({ sent: 0, bounced: 0, retry: 0, failed: 0 });
    expect(await log()).toEqual([]);
    await quoteToAnna();
    await overdue(6);
    expect(await send()).toMatchObject({ sent: 1 });
    expect(await world.mails.list(anna.email)).toHaveLength(1);
  });

  test('a mail whose sender stopped in the middle is not sent again', async ({ anna, quoteToAnna }) => {
    await quoteToAnna();
    await world.sql(`select private.claim_mail(null)`);
    await world.sql(`update private.mail_outbox set lease_until = now() - interval '1 second'`);
    expect(await send()).toMatchObject({ sent: 0 });
    expect(await log()).toMatchObject([
      { status: 'failed', error: 'The sender stopped before it knew whether the mail was taken.' },
    ]);
    expect(await world.mails.list(anna.email)).toEqual([]);
  });
});
