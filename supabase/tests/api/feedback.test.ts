import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { feedbackResponseSchema } from '../../functions/_shared/domain/feedback.ts';
import { imageFile } from '../support/files/image-files.ts';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import { value } from '../rules/support.ts';
import { ApiClient, withToken } from './api-client.ts';

const guest = new ApiClient({ headers: { 'User-Agent': 'Test browser' } });

const FEEDBACK = {
  category: 'bug',
  subject: 'Broken map',
  message: 'The map does not open.',
  email: 'guest@example.com',
  pagePath: '/news',
};
const PNG = imageFile('image/png');

function form(
  files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
  fields: Record<string, string> = FEEDBACK,
) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const { name, bytes } of files) data.append('images', new File([bytes], name));
  return guest.call('POST', '/api/feedback', { raw: data });
}
const stored = () =>
  world.sql(
    `select user_id::int, email, category, subject, message, page_path, user_agent, status, cardinality(images) as images from public.feedback order by id`,
  );
const files = () => world.sql(`select name from storage.objects where bucket_id = 'feedback-images'`);

describe('POST /api/feedback', () => {
  test('[A594,A583] guests and users can send feedback, and get its number', async ({ anna }) => {
    const answer = await guest.post('/api/feedback', FEEDBACK);
    expect(answer).toAnswer(201);
    const { id, reference } = feedbackResponseSchema.parse(answer.body);
    expect(reference).toBe(`FB-${String(id).padStart(6, '0')}`);
    const { email: _, ...withoutEmail } = FEEDBACK;
    expect(await withToken(anna).post('/api/feedback', { ...withoutEmail, userId: 1, status: 'resolved' })).toAnswer(
      201,
    );
    const { pagePath, ...rest } = FEEDBACK;
    expect(await stored()).toEqual([
      { ...rest, user_id: null, page_path: pagePath, user_agent: 'Test browser', status: 'new', images: 0 },
      {
        ...rest,
        user_id: anna.id,
        email: 'anna@example.com',
        page_path: pagePath,
        user_agent: expect.any(String),
        status: 'new',
        images: 0,
      },
    ]);
  });

  test('invalid feedback is refused with its fields', async () => {
    for (const [change, path, message] of [
      [{ category: 'praise' }, 'category', 'Please select a category'],
      [{ subject: 'ab' }, 'subject', 'Subject must be at least 3 characters'],
      [{ subject: 'x'.repeat(101) }, 'subject', 'Subject too long'],
      [{ message: ' too short ' }, 'message', 'Message must be at least 10 characters'],
      [{ message: 'x'.repeat(2001) }, 'message', 'Message too long'],
      [{ email: undefined }, 'email', 'Email is required'],
      [{ email: 'guest' }, 'email', 'Invalid email address'],
    ] as const) {
      const answer = await guest.post('/api/feedback', { ...FEEDBACK, ...change });
      expect([answer.status, answer.body]).toMatchObject([400, { message, errors: [{ path, message }] }]);
    }
    expect(await stored()).toEqual([]);
  });

  test('feedback keeps up to three real images, in a private bucket', async ({ anna }) => {
    const image = { name: 'a.png', bytes: PNG };
    expect(await form([image, { ...image, name: 'b.html' }, image])).toAnswer(201);
    expect(await stored()).toMatchObject([{ images: 3 }]);
    const [file] = await world.sql<{ name: string }>(
      `select name from storage.objects where bucket_id = 'feedback-images' limit 1`,
    );
    for (const client of [world.guest, anna.client]) {
      expect((await client.storage.from('feedback-images').download(file?.name ?? '')).error).not.toBeNull();
    }
    expect((await form([image, image, image, image])).body).toMatchObject({
      errors: [{ path: 'images', message: 'At most 3 images' }],
    });
    const script = { name: 'x.png', bytes: new Uint8Array(Buffer.from('<svg onload="alert(1)">')) };
    expect((await form([script])).body).toMatchObject({
      errors: [{ path: 'images', message: 'x.png is not an image file' }],
    });
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(PNG);
    expect(await form([{ name: 'large.png', bytes: large }])).toAnswer(413);
    const bomb = { name: 'bomb.png', bytes: imageFile('image/png', { width: 20_000, height: 20_000 }) };
    expect(await form([bomb])).toMatchObject({
      status: 413,
      body: { message: 'bomb.png has more than 40 megapixels' },
    });
    expect(await files()).toHaveLength(3);
  });

  test('repeated feedback is stored once', async () => {
    const body = { ...FEEDBACK, clientId: randomUUID() };
    const [first, second] = [await guest.post('/api/feedback', body), await guest.post('/api/feedback', body)];
    expect(second.body).toEqual(first.body);
    expect(await stored()).toHaveLength(1);
  });

  test('a client id belongs to one content, with its images and its page', async () => {
    const body = { ...FEEDBACK, clientId: randomUUID() };
    const one = [{ name: 'a.png', bytes: PNG }];
    const first = await form(one, body);
    const { id } = feedbackResponseSchema.parse(first.body);
    // The same picture under another name is the same content.
    expect(await form([{ name: 'b.png', bytes: PNG }], body)).toAnswer(201, first.body);
    const other = { code: 'already_sent_differently', storedId: id };
    for (const answer of [
      await form([], body),
      await form([...one, ...one], body),
      await form(one, { ...body, pagePath: '/about' }),
      await form(one, { ...body, message: 'Something else.' }),
      await guest.post('/api/feedback', body),
    ])
      expect(answer).toMatchObject({ status: 409, body: other });
    expect(await stored()).toMatchObject([{ page_path: '/news', images: 1 }]);
  });

  test('a repeated request with other images leaves the first images as they are', async () => {
    const body = { ...FEEDBACK, clientId: randomUUID() };
    expect(await form([{ name: 'a.png', bytes: PNG }], body)).toAnswer(201);
    const shown = async () => {
      const [row] = await world.sql<{ images: string[] }>('select images from public.feedback');
      return Promise.all(
        (row?.images ?? []).map(
          async (path) =>
            new Uint8Array(
              await (await value(world.service.storage.from('feedback-images').download(path))).arrayBuffer(),
            ),
        ),
      );
    };
    expect(await form([{ name: 'b.png', bytes: imageFile('image/png', { size: 99 }) }], body)).toAnswer(409);
    expect(await shown()).toEqual([PNG]);
  });

  test('feedback caught by the trap is stored as spam, and nobody is notified', async () => {
    expect(await form([{ name: 'a.png', bytes: PNG }], { ...FEEDBACK, website: 'https://spam.example' })).toAnswer(201);
    expect(await stored()).toMatchObject([{ status: 'spam', images: 0 }]);
    expect(await files()).toEqual([]);
  });

  test('one address can send feedback ten times a day', async () => {
    await world.sql(`update private.app_settings set value = 'true' where key = 'rate_limits_enabled'`);
    const from = (address: string) =>
      guest.post('/api/feedback', FEEDBACK, { headers: { 'X-Forwarded-For': address } });
    for (let n = 0; n < 10; n += 1) expect(await from('192.0.2.1')).toAnswer(201);
    const refused = await from('192.0.2.1');
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { message: 'Too many requests. Please try again in 24 hours.' },
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(86_000);
  });

  test('a repeat with an Idempotency-Key does not count; requests of one key at once count one', async () => {
    await world.sql(`update private.app_settings set value = 'true' where key = 'rate_limits_enabled'`);
    const send = (key: string) =>
      guest.post('/api/feedback', FEEDBACK, {
        headers: { 'X-Forwarded-For': '192.0.2.7', 'Idempotency-Key': key },
      });
    const used = () => world.sql(`select used from private.rate_limit_uses where action = 'feedback'`);
    const key = randomUUID();
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => send(key)));
    expect(new Set(atOnce.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(atOnce[0]).toAnswer(201);
    expect(await used()).toEqual([{ used: 1 }]);
    const others = await Promise.all(Array.from({ length: 12 }, () => send(randomUUID())));
    expect(others.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(others.filter(({ status }) => status === 429)).toHaveLength(3);
    const repeated = await send(key);
    expect([repeated.status, repeated.text]).toEqual([201, atOnce[0]?.text]);
    expect(await used()).toEqual([{ used: 10 }]);
  });

  test('a try counts before its body is read', async () => {
    await world.sql(`update private.app_settings set value = 'true' where key = 'rate_limits_enabled'`);
    const send = (raw: string, type: string) =>
      guest.call('POST', '/api/feedback', { raw, headers: { 'Content-Type': type, 'X-Forwarded-For': '192.0.2.9' } });
    for (let n = 0; n < 10; n += 1) {
      const isForm = n % 2 === 0;
      const answer = await send('x'.repeat(1_000), isForm ? 'multipart/form-data; boundary=x' : 'application/json');
      expect(answer, String(n)).toAnswer(400);
    }
    expect(await send('x', 'application/json')).toAnswer(429);
  });
});
