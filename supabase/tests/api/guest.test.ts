import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import { ApiClient } from './api-client.ts';

const visits = () => world.sql('select session_id, page_path, referrer from public.guest_visits order by id');

test('[A425] a guest visit is stored with its session, page and referrer', async () => {
  const sessionId = randomUUID();
  const visit = { sessionId, pagePath: '/news', referrer: 'https://www.example.org/' };
  expect(await new ApiClient().post('/api/guest-access', visit)).toAnswer(200);
  expect(await visits()).toEqual([{ session_id: sessionId, page_path: '/news', referrer: 'https://www.example.org/' }]);
});

test('an empty or missing referrer is stored as "direct", and one session once', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  for (const visit of [
    { sessionId: first, pagePath: '/', referrer: '' },
    { sessionId: first, pagePath: '/later', referrer: '' },
    { sessionId: second, pagePath: '/' },
  ]) {
    expect(await new ApiClient().post('/api/guest-access', visit)).toAnswer(200);
  }
  expect(await visits()).toEqual([
    { session_id: first, page_path: '/', referrer: 'direct' },
    { session_id: second, page_path: '/', referrer: 'direct' },
  ]);
});

test('a visit without a session or page is refused, a far too long one is cut', async () => {
  const post = async (body: unknown) => (await new ApiClient().post('/api/guest-access', body)).status;
  expect(await post({ pagePath: '/' })).toBe(400);
  expect(await post({ sessionId: randomUUID(), pagePath: 'javascript:alert(1)' })).toBe(400);
  expect(await post({ sessionId: 'x'.repeat(65), pagePath: '/' })).toBe(400);
  expect(await visits()).toEqual([]);
  expect(await post({ sessionId: randomUUID(), pagePath: `/${'x'.repeat(5000)}`, referrer: 'y'.repeat(5000) })).toBe(
    200,
  );
  expect(
    await world.sql('select length(page_path) as path, length(referrer) as referrer from public.guest_visits'),
  ).toEqual([{ path: 500, referrer: 500 }]);
});
