import { describe, expect } from 'vitest';
import { newsItemSchema } from '../../functions/_shared/domain/news.ts';
import { test as base } from '../support/embedded/test.ts';
import { ApiClient, signedIn, withToken } from './api-client.ts';

const guest = new ApiClient();

const test = base
  .extend('asAdam', ({ adam }) => withToken(adam))
  .extend('created', ({ asAdam }) => async (body: object = NEWS) => {
    const answer = await asAdam.post('/api/news', body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return newsItemSchema.parse(answer.body);
  });

const NEWS = { type: 'news', title: 'Freight', body: 'Rates **fall**.', status: 'published' };
const EVENT = {
  ...NEWS,
  type: 'event',
  title: 'Hội chợ',
  eventStart: '2099-12-03T09:00:00+07:00',
  location: 'Hải Phòng',
};

const titles = async (client: ApiClient, query = '') => {
  const answer = await client.get(`/api/news${query}`);
  expect(answer).toAnswer(200);
  return newsItemSchema
    .array()
    .parse(answer.body)
    .map(({ title }) => title);
};

describe('/api/news', () => {
  test('[A594] published news are listed and searched without accents, drafts for admins only', async ({
    anna,
    created,
    asAdam,
  }) => {
    await created();
    await created(EVENT);
    await created({ ...NEWS, title: 'Draft', status: undefined });
    expect(await titles(guest)).toEqual(['Hội chợ', 'Freight']);
    expect(await titles(await signedIn(anna))).toEqual(['Hội chợ', 'Freight']);
    expect(await titles(asAdam)).toEqual(['Draft', 'Hội chợ', 'Freight']);
    expect(await titles(guest, '?search=hoi%20cho')).toEqual(['Hội chợ']);
    expect(await titles(guest, '?type=news')).toEqual(['Freight']);
    expect(await titles(guest, '?period=upcoming')).toEqual(['Hội chợ']);
    expect(await titles(guest, '?page=2&limit=1')).toEqual(['Freight']);
    expect(await guest.get('/api/news?page=0')).toAnswer(400);
  });

  test('[A594] one item of news is answered, and 404 for drafts and anything else', async ({ created, asAdam }) => {
    const event = await created(EVENT);
    expect(event).toMatchObject({
      ...EVENT,
      eventStart: expect.any(String),
      eventEnd: null,
      author: 'adam',
      isPinned: false,
    });
    expect(Date.parse(event.eventStart ?? '')).toBe(Date.parse(EVENT.eventStart));
    expect(await guest.get(`/api/news/${event.id}`)).toAnswer(200, event);
    const draft = await created({ ...NEWS, status: 'draft' });
    expect(await guest.get(`/api/news/${draft.id}`)).toAnswer(404);
    expect(await asAdam.get(`/api/news/${draft.id}`)).toAnswer(200);
    for (const id of ['999999', 'abc', '0']) expect(await guest.get(`/api/news/${id}`)).toAnswer(404);
  });

  test('[A594] only admins write news', async ({ anna, created, asAdam }) => {
    const { id } = await created();
    for (const [client, status] of [
      [guest, 401],
      [withToken(anna), 403],
    ] as const) {
      expect(await client.post('/api/news', NEWS)).toAnswer(status);
      expect(await client.put(`/api/news/${id}`, NEWS)).toAnswer(status);
      expect(await client.delete(`/api/news/${id}`)).toAnswer(status);
    }
    expect((await asAdam.put(`/api/news/${id}`, { ...EVENT, isPinned: true })).body).toMatchObject({
      title: 'Hội chợ',
      isPinned: true,
    });
    expect((await asAdam.put(`/api/news/${id}`, { ...NEWS, location: 'left out' })).body).toMatchObject({
      type: 'news',
      location: null,
      eventStart: null,
    });
    expect(await asAdam.delete(`/api/news/${id}`)).toAnswer(200);
    expect([
      (await asAdam.delete(`/api/news/${id}`)).status,
      (await asAdam.put(`/api/news/${id}`, NEWS)).status,
    ]).toEqual([404, 404]);
  });

  test('news that were changed since they were read are neither changed nor deleted', async ({ created, asAdam }) => {
    const { id, updatedAt: early } = await created();
    const path = `/api/news/${id}`;
    const change = (expectedUpdatedAt: string) => asAdam.put(path, { ...NEWS, title: 'Rail', expectedUpdatedAt });
    const remove = (at: string) => asAdam.delete(`${path}?expectedUpdatedAt=${encodeURIComponent(at)}`);
    const { updatedAt } = newsItemSchema.parse((await change(early)).body);
    for (const stale of [await change(early), await remove(early)])
      expect(stale).toAnswer(409, {
        code: 'changed_meanwhile',
        message: 'Somebody else has just changed this. Please look again.',
      });
    expect(await remove(updatedAt)).toAnswer(200);
    for (const gone of [await change(updatedAt), await remove(updatedAt)]) expect(gone).toAnswer(404);
    expect(await asAdam.put(path, { ...NEWS, expectedUpdatedAt: 'yesterday' })).toAnswer(400);
  });

  test('invalid news are refused with their fields', async ({ asAdam }) => {
    for (const [body, path, message] of [
      [{ ...NEWS, title: ' ' }, 'title', 'Title is required'],
      [{ ...NEWS, title: 'x'.repeat(201) }, 'title', 'Title too long'],
      [{ ...NEWS, type: 'rumour' }, 'type', 'Invalid input'],
      [{ ...EVENT, eventStart: null }, 'eventStart', 'Start is required'],
      [{ ...EVENT, eventEnd: '2099-12-03T08:00:00+07:00' }, 'eventEnd', 'The end must not be before the start'],
      [{ ...NEWS, externalUrl: 'javascript:alert(1)' }, 'externalUrl', 'The link must begin with https://'],
      [{ ...NEWS, images: ['../x.png'] }, 'images.0', 'Invalid input'],
    ] as const) {
      const answer = await asAdam.post('/api/news', body);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path, message }] }]);
    }
  });
});
