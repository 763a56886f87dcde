import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { messageSchema } from '../../functions/_shared/domain/message.ts';
import { quoteSchema } from '../../functions/_shared/domain/quote.ts';
import { sendQuote, value } from '../rules/support.ts';
import { imageFile } from '../support/files/image-files.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, signedIn, withToken } from './api-client.ts';

const test = base
  .extend(
    'postId',
    { auto: true },
    async ({ world, anna }) => (await world.createPost(anna, { title: 'Steel tubes' })).id,
  )
  .extend(
    'quoteId',
    { auto: true },
    async ({ bob, postId }) => (await value(sendQuote(bob.client, postId)))[0]?.quote_id ?? 0,
  )
  .extend('path', { auto: true }, ({ quoteId }) => `/api/quotes/${quoteId}/messages`)
  .extend(
    'thread',
    ({ path }) =>
      async (person: Person, query = '') =>
        listSchema.parse((await withToken(person).get(path + query)).body),
  )
  .extend(
    'send',
    ({ path }) =>
      (person: Person, content: string, more: Record<string, unknown> = {}) =>
        withToken(person).post(path, { content, ...more }),
  )
  .extend(
    'sentBy',
    ({ send }) =>
      async (person: Person, content = 'Hello') =>
        messageSchema.strict().parse((await send(person, content)).body),
  );

const listSchema = z.array(messageSchema.strict());

const file = (name: string, bytes: BlobPart, type: string) => {
  const form = new FormData();
  form.set('document', new File([bytes], name, { type }));
  return form;
};

describe('messages of a quote', () => {
  test('[A221,A449,A593] messages go both ways in their published shape, oldest first, with cookies too', async ({
    anna,
    bob,
    path,
    sentBy,
    quoteId,
    thread,
  }) => {
    const client = await signedIn(bob);
    const first = await client.post(path, { content: ' When? ', attachments: [], clientId: randomUUID() });
    expect(first).toAnswer(201);
    const answer = await sentBy(anna, 'In May');
    expect(answer).toMatchObject({
      quoteId,
      senderId: anna.id,
      senderUsername: 'anna',
      attachments: [],
      editedAt: null,
      deletedAt: null,
      readAt: null,
    });
    for (const person of [anna, bob])
      expect((await thread(person)).map(({ content }) => content)).toEqual(['When?', 'In May']);
    expect(await client.get(path)).toAnswer(200);
  });

  test('[A450] messages are for the two parties only: 403 for another user, 401 for a guest', async ({
    anna,
    bob,
    carl,
    sentBy,
    path,
    thread,
  }) => {
    const { id } = await sentBy(bob);
    const stranger = withToken(carl);
    for (const answer of [
      await stranger.get(path),
      await stranger.post(path, { content: 'x' }),
      await stranger.patch(`${path}/read`),
    ]) {
      expect(answer).toAnswer(403, expect.objectContaining({ message: 'You are not a party of this quote' }));
    }
    expect(await stranger.patch(`/api/messages/${id}`, { content: 'x' })).toAnswer(404);
    expect(await stranger.delete(`/api/messages/${id}`)).toAnswer(404);
    const guest = new ApiClient();
    for (const answer of [
      await guest.get(path),
      await guest.post(path, { content: 'x' }),
      await guest.patch(`${path}/read`),
      await guest.patch(`/api/messages/${id}`, { content: 'x' }),
      await guest.delete(`/api/messages/${id}`),
    ]) {
      expect(answer).toAnswer(401);
    }
    expect(await thread(anna)).toHaveLength(1);
  });

  test('a message sent again with the same clientId or Idempotency-Key is the first one', async ({
    anna,
    bob,
    send,
    path,
    thread,
  }) => {
    const clientId = randomUUID();
    const first = await send(bob, 'Hello', { clientId });
    expect(await send(bob, 'Hello', { clientId })).toMatchObject({ status: 201, body: first.body });
    const headers = { 'Idempotency-Key': 'once' };
    const keyed = await withToken(bob).post(path, { content: 'Again' }, { headers });
    expect((await withToken(bob).post(path, { content: 'Again' }, { headers })).body).toEqual(keyed.body);
    expect(await thread(anna)).toHaveLength(2);
  });

  test('an invalid message answers what is wrong with it', async ({ bob, send, path }) => {
    const empty = await send(bob, ' ');
    expect(empty).toAnswer(
      400,
      expect.objectContaining({
        message: 'Message is required',
        errors: [{ path: 'content', message: 'Message is required' }],
      }),
    );
    expect((await send(bob, 'x'.repeat(2001))).body).toMatchObject({ message: 'Message too long' });
    expect(await send(bob, 'x', { attachments: [{ path: `${bob.authId}/none.pdf`, name: 'x' }] })).toAnswer(400);
    expect(await withToken(bob).get(`${path}?before=x`)).toAnswer(400);
    expect(await withToken(bob).get('/api/quotes/x/messages')).toAnswer(404);
  });

  test('messages are answered 50 at a time, the latest first, earlier ones with before', async ({
    world,
    anna,
    bob,
    quoteId,
    thread,
  }) => {
    await world.sql(
      `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
       select $1, $2, $3, 'Message ' || n, gen_random_uuid() from generate_series(1, 60) as n`,
      [quoteId, bob.id, anna.id],
    );
    const last = await thread(anna);
    expect([last.length, last[0]?.content, last.at(-1)?.content]).toEqual([50, 'Message 11', 'Message 60']);
    const earlier = await thread(anna, `?before=${last[0]?.id}`);
    expect([earlier.length, earlier[0]?.content, earlier.at(-1)?.content]).toEqual([10, 'Message 1', 'Message 10']);
  });

  test('the recipient marks messages as read', async ({ anna, bob, sentBy, path, thread }) => {
    await sentBy(bob);
    expect(await withToken(bob).patch(`${path}/read`)).toAnswer(200);
    expect((await thread(bob))[0]?.readAt).toBeNull();
    expect(await withToken(anna).patch(`${path}/read`)).toAnswer(200);
    expect((await thread(bob))[0]?.readAt).toEqual(expect.any(String));
  });

  test('the sender edits and deletes messages within 15 minutes; a deleted one has no text', async ({
    world,
    anna,
    bob,
    sentBy,
    thread,
  }) => {
    const { id } = await sentBy(bob, 'The price is 12');
    const edited = await withToken(bob).patch(`/api/messages/${id}`, { content: 'The price is 13' });
    expect(edited).toAnswer(200, expect.objectContaining({ content: 'The price is 13', editedAt: expect.any(String) }));
    expect(await withToken(anna).patch(`/api/messages/${id}`, { content: 'x' })).toAnswer(403);
    expect(await withToken(anna).delete(`/api/messages/${id}`)).toAnswer(403);
    const deleted = await withToken(bob).delete(`/api/messages/${id}`);
    expect(deleted).toAnswer(200, { message: 'Message deleted' });
    expect(await thread(anna)).toMatchObject([{ id, content: '', attachments: [], deletedAt: expect.any(String) }]);
    expect(await withToken(bob).patch(`/api/messages/${id}`, { content: 'x' })).toAnswer(409);
    const { id: old } = await sentBy(bob, 'Old');
    await world.sql(`update public.messages set created_at = created_at - interval '15 minutes'`);
    for (const answer of [
      await withToken(bob).patch(`/api/messages/${old}`, { content: 'x' }),
      await withToken(bob).delete(`/api/messages/${old}`),
    ]) {
      expect(answer).toAnswer(403, { message: 'Messages can be changed for 15 minutes only', code: 'forbidden' });
    }
  });

  test('messages of a deleted request are closed, and can still be read', async ({
    anna,
    bob,
    sentBy,
    postId,
    send,
    thread,
  }) => {
    await sentBy(bob);
    await withToken(anna).delete(`/api/posts/${postId}`);
    const answer = await send(bob, 'Hello?');
    expect(answer).toAnswer(409, {
      message: 'The request was deleted, so this conversation is closed',
      code: 'conflict',
    });
    expect(await thread(bob)).toHaveLength(1);
  });

  test('messages carry attachments and images, uploaded one by one', async ({ anna, bob, send, thread }) => {
    const upload = (name: string, bytes: BlobPart, type: string) =>
      withToken(bob).call('POST', '/api/messages/upload-document', { raw: file(name, bytes, type) });
    const pdf = await upload('Drawing.pdf', '%PDF-1.7\n%%EOF', 'application/pdf');
    expect(pdf).toAnswer(200, { documentPath: expect.stringMatching(/\.pdf$/), originalFilename: 'Drawing.pdf' });
    const png = await upload('photo.png', imageFile('image/png'), 'image/png');
    expect(png).toAnswer(200);
    expect((await upload('photo.png', '<svg/>', 'image/png')).body).toMatchObject({
      message: 'Only PDF, Word, Excel, PowerPoint, PNG and JPG files can be attached',
    });
    const guest = await new ApiClient().call('POST', '/api/messages/upload-document', {
      raw: file('x.pdf', '%PDF-1.7', 'application/pdf'),
    });
    expect(guest).toAnswer(401);
    const { documentPath } = z.object({ documentPath: z.string() }).parse(pdf.body);
    await send(bob, 'See the drawing', { attachments: [{ path: documentPath, name: 'Drawing.pdf' }] });
    expect((await thread(anna))[0]?.attachments).toEqual([{ path: documentPath, name: 'Drawing.pdf', size: 14 }]);
  });
});

test('GET /api/quotes/{id} answers the quote to its parties and 404 to others', async ({
  anna,
  bob,
  carl,
  quoteId,
}) => {
  for (const person of [anna, bob]) {
    expect(quoteSchema.strict().parse((await withToken(person).get(`/api/quotes/${quoteId}`)).body)).toMatchObject({
      id: quoteId,
      username: 'bob',
    });
  }
  expect(await withToken(carl).get(`/api/quotes/${quoteId}`)).toAnswer(404);
  expect(await new ApiClient().get(`/api/quotes/${quoteId}`)).toAnswer(401);
});
