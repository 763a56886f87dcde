/** Verification of an e-mail address by code and link, with the counters of the server. */
import { beforeEach, expect, test } from 'vitest';
import { ownWorld } from '../support/embedded/own-world.ts';
import { ApiClient } from './api-client.ts';

const NEW = { username: 'newcomer', email: 'newcomer@example.com', password: 'secret' };

const world = await ownWorld({ requireEmailVerification: true });

beforeEach(() => world.reset());

const client = () => new ApiClient({ base: `${world.supabaseUrl}/functions/v1` });
const verify = (body: object) => client().post('/api/verify-email', body);
const resend = (email = NEW.email) => client().post('/api/resend-verification', { email });
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');
/** Moves what was sent and counted into the past. */
const timePasses = async (seconds: number) => {
  await world.sql(
    'update private.mail_proofs set asked_at = asked_at - make_interval(secs => $1::int), sent_at = sent_at - make_interval(secs => $1::int) returning 1',
    [seconds],
  );
  await world.sql(
    'update private.rate_limit_uses set window_started_at = window_started_at - make_interval(secs => $1::int) returning 1',
    [seconds],
  );
};

/** Registers and gives what the mail brings. */
async function register(): Promise<{ code: string; token: string }> {
  expect(await client().post('/api/register', NEW)).toAnswer(201);
  return proofs();
}

async function proofs(): Promise<{ code: string; token: string }> {
  const mail = await world.mailTo(NEW.email, /code/);
  return {
    code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '',
    token: /verify-email\?token=([0-9a-f]+)/.exec(mail.html)?.[1] ?? '',
  };
}

const REFUSED = { message: 'Invalid or expired code', code: 'code_refused' };
const EXHAUSTED = { message: 'Too many attempts. Request a new code.', code: 'too_many_tries' };

test('[A584,A595] the code signs in, once; the cookies end with the browser', async () => {
  const { code } = await register();
  const caller = client();
  const answer = await caller.post('/api/verify-email', { email: ' NEWCOMER@example.com', code });
  expect(answer).toAnswer(200, expect.objectContaining({ username: 'newcomer', email: NEW.email }));
  for (const line of answer.setCookies) expect(line).not.toMatch(/Max-Age|Expires/i);
  expect(await caller.get('/api/user')).toAnswer(200);
  const again = await verify({ email: NEW.email, code });
  expect([again.status, again.body, again.setCookies]).toEqual([400, REFUSED, []]);
});

test('[A584] the token of the link signs in, once; the page gets tokens instead of cookies', async () => {
  const { token } = await register();
  const answer = await client().post('/api/session/verify-email', { token, password: NEW.password });
  expect([answer.status, answer.setCookies]).toEqual([200, []]);
  expect(answer.body).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  expect(await verify({ token })).toMatchObject({ status: 400, body: REFUSED });
});

test('[A584] five wrong tries block even the right code; a new code brings new tries', async () => {
  const { code } = await register();
  const wrong = { email: NEW.email, code: wrongOf(code) };
  const tries = await Promise.all(Array.from({ length: 6 }, () => verify(wrong)));
  expect(tries.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429]);
  const right = await verify({ email: NEW.email, code });
  expect(right).toAnswer(429, EXHAUSTED);
  expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);

  await timePasses(60);
  await world.mails.clear();
  expect(await resend()).toAnswer(200);
  const fresh = await proofs();
  expect(await verify({ email: NEW.email, code: wrongOf(fresh.code) })).toMatchObject({ status: 400, body: REFUSED });
  expect(await verify({ email: NEW.email, code: fresh.code })).toAnswer(200);
});

test('[A584] a code and a link live 15 minutes', async () => {
  const { code, token } = await register();
  await timePasses(900);
  expect(await verify({ email: NEW.email, code })).toMatchObject({ status: 400, body: REFUSED });
  expect(await verify({ token })).toMatchObject({ status: 400, body: REFUSED });
  await timePasses(-30);
  expect(await verify({ email: NEW.email, code })).toAnswer(200);
});

test('an address that waits for nothing answers like one that does', async () => {
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push(await verify({ email: 'nobody@example.com', code: '123456' }));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
  expect([answers[0]?.body, answers[5]?.body]).toEqual([REFUSED, EXHAUSTED]);
  const unknown = await resend('nobody@example.com');
  expect(unknown).toAnswer(200);
  await register();
  await timePasses(60);
  expect((await resend()).body).toEqual(unknown.body);
  expect(await world.mails.list('nobody@example.com')).toEqual([]);
});

test('[A584] another code is sent once a minute and five times a day', async () => {
  await register();
  await timePasses(60);
  for (let n = 0; n < 5; n += 1) {
    expect(await resend()).toAnswer(200);
    const early = await resend();
    expect(early).toAnswer(
      429,
      expect.objectContaining({ message: 'Too many requests. Please try again in 1 minute.' }),
    );
    await timePasses(60);
  }
  const sixth = await resend();
  expect(sixth).toAnswer(429, expect.objectContaining({ message: 'Too many requests. Please try again in 24 hours.' }));
  expect(await world.mails.list(NEW.email)).toHaveLength(6);
  await timePasses(86_400);
  expect(await resend()).toAnswer(200);
});

test.each([[{}], [{ email: NEW.email }], [{ email: NEW.email, code: '12345' }], [{ token: '' }], [{ token: 7 }]])(
  'a verification with %j is refused',
  async (body) => {
    expect(await verify(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  },
);
