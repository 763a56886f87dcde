import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import { ApiClient, signedIn } from './api-client.ts';

const path = '/api/saved-searches';
const address =
  '/?q=th%C3%A9p%20%26%20steel&country=vn&category=food&category=other&unquoted=1&open=1&closing=7&posted=30&sort=closing';
const body = { name: 'Steel', address, pace: 'now' };

describe('saved searches', () => {
  test('[A735] a search is saved once, listed, changed and deleted', async ({ bob }) => {
    const client = await signedIn(bob);
    const first = await client.post(path, body);
    const saved = { id: expect.any(Number), ...body, hits: 0, createdAt: expect.any(String) };
    expect(first).toAnswer(201, saved);
    const again = `${address.replace('category=food&category=other', 'category=other&category=food')}&page=3`;
    expect(await client.patch(`${path}/${Object(first.body).id}`, { pace: 'off' })).toAnswer(200);
    const second = await client.post(path, { name: 'Again', address: again, pace: 'daily' });
    expect(second).toAnswer(201, { ...Object(first.body), name: 'Again', pace: 'daily' });
    expect(await client.get(path)).toAnswer(200, [second.body]);
    expect(await client.post(path, body)).toAnswer(201, first.body);
    const { id } = (first.body as { id: number }) ?? { id: 0 };
    expect(await client.patch(`${path}/${id}`, { pace: 'weekly' })).toAnswer(200, { ...saved, pace: 'weekly' });
    expect(await client.patch(`${path}/${id}`, { name: 'Mine' })).toAnswer(200, {
      ...saved,
      name: 'Mine',
      pace: 'weekly',
    });
    expect((await client.delete(`${path}/${id}`)).status).toBe(200);
    expect((await client.delete(`${path}/${id}`)).status).toBe(404);
    expect(await client.get(path)).toAnswer(200, []);
  });

  test('[A735] an address that the feed does not have is refused', async ({ bob }) => {
    const client = await signedIn(bob);
    for (const wrong of [
      '/',
      '/?',
      '/?page=2',
      '/?sort=closing',
      '/news?q=steel',
      'https://example.com/?q=steel',
      '/?q=%21%21',
      '/?closing=0',
      '/?posted=x',
      '/?open=yes',
      '/?sort=price',
      '/?color=red',
      `/?q=${'x'.repeat(101)}`,
      '/?q=a%00b',
    ])
      expect((await client.post(path, { ...body, address: wrong })).status, wrong).toBe(400);
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(81) }, { pace: 'hourly' }])
      expect((await client.post(path, { ...body, ...wrong })).status).toBe(400);
    expect(await client.get(path)).toAnswer(200, []);
  });

  test('[A735] any words survive the way to the address and back', async ({ bob }) => {
    const client = await signedIn(bob);
    const words = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `steel ${text}`.trim());
    await fc.assert(
      fc.asyncProperty(
        words.filter((text) => !text.includes('\0') && text.length <= 100),
        async (q) => {
          const answer = await client.post(path, { ...body, address: `/?${new URLSearchParams({ q }).toString()}` });
          expect(answer.status).toBe(201);
          const saved = answer.body as { id: number; address: string };
          expect(saved.address).toMatch(/^\/\?[\w.%=&-]+$/);
          expect(new URLSearchParams(saved.address.slice(2)).get('q')).toBe(q);
          await client.delete(`${path}/${saved.id}`);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('[A736] what a saved search told of is listed, the newest first', async ({ world, anna, bob, carl }) => {
    const client = await signedIn(bob);
    const { id } = ((await client.post(path, { ...body, address: '/?q=steel' })).body as { id: number }) ?? { id: 0 };
    expect(await client.get(`${path}/${id}/hits`)).toAnswer(200, []);
    const { id: postId } = await world.createPost(anna, { title: 'Steel pipes' });
    for (let runs = 0; runs < 2; runs += 1) await world.sql(`select public.housekeep('saved-searches', 500)`);
    expect(await client.get(`${path}/${id}/hits`)).toAnswer(200, [{ postId, toldAt: expect.any(String) }]);
    expect((await (await signedIn(carl)).get(`${path}/${id}/hits`)).status).toBe(404);
    expect(await new ApiClient().get(`${path}/${id}/hits`)).toAnswer(401);
  });

  test('[A735] guests save nothing, and nobody changes the search of somebody else', async ({ bob, carl, adam }) => {
    const guest = new ApiClient();
    const { id } = ((await (await signedIn(bob)).post(path, body)).body as { id: number }) ?? { id: 0 };
    expect(await guest.get(path)).toAnswer(401);
    expect(await guest.post(path, body)).toAnswer(401);
    expect((await guest.delete(`${path}/${id}`)).status).toBe(401);
    for (const other of [await signedIn(carl), await signedIn(adam)]) {
      expect(await other.get(path)).toAnswer(200, []);
      expect((await other.patch(`${path}/${id}`, { pace: 'off' })).status).toBe(404);
      expect((await other.delete(`${path}/${id}`)).status).toBe(404);
    }
  });
});
