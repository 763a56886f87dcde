import { expect } from 'vitest';
import { z } from 'zod';
import { notificationSchema } from '../../functions/_shared/domain/notification.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, signedIn } from './api-client.ts';

let postId: number;

test.beforeEach(async ({ world, anna, bob }) => {
  ({ id: postId } = await world.createPost(anna, { title: 'Steel' }));
  await (await signedIn(bob)).post('/api/quotes', { ...QUOTE, postId });
});

const listOf = async (person: Person) =>
  z.array(notificationSchema.strict()).parse((await (await signedIn(person)).get('/api/notifications')).body);

test('[A451,A225] the list of a user, newest first, 401 for a guest', async ({ anna, bob }) => {
  expect(await listOf(anna)).toEqual([
    {
      id: expect.any(Number),
      message: 'You have a new quote on your post "Steel" from bob',
      read: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { type: 'quote', postId },
      quoteId: expect.any(Number),
    },
  ]);
  expect(await listOf(bob)).toMatchObject([
    { message: 'You sent a quote to "Steel" of anna', data: { type: 'quote' } },
  ]);
  expect(await new ApiClient().get('/api/notifications')).toAnswer(401);
});

test('[A635,A636] notifications and refusals are English, whatever language the user reads', async ({ anna, bob }) => {
  for (const person of [anna, bob]) expect(await person.client.rpc('set_locale', { locale: 'vi' })).toAnswer(204);
  expect(await listOf(anna)).toMatchObject([{ message: 'You have a new quote on your post "Steel" from bob' }]);
  const client = await signedIn(bob);
  expect(await client.post('/api/quotes', { ...QUOTE, postId })).toAnswer(
    429,
    expect.objectContaining({ message: 'Quote limit exceeded: you can send one quote per post every 5 days' }),
  );
  expect(await client.get('/api/posts/987654321', { headers: { 'Accept-Language': 'vi' } })).toAnswer(
    404,
    expect.objectContaining({ message: 'Post not found' }),
  );
});

test('[A455,A110] a notification is marked as read without a body, and stays so', async ({ anna }) => {
  const client = await signedIn(anna);
  const [notification] = await listOf(anna);
  expect(await client.patch(`/api/notifications/${notification?.id}/read`)).toAnswer(200);
  expect(await listOf(anna)).toMatchObject([{ id: notification?.id, read: true }]);
  expect(await client.patch(`/api/notifications/${notification?.id}/read`, {})).toAnswer(200);
});

test('[A457] a user cannot mark a notification of another user', async ({ anna, bob }) => {
  const [notification] = await listOf(anna);
  expect(await (await signedIn(bob)).patch(`/api/notifications/${notification?.id}/read`)).toAnswer(404);
  expect(await new ApiClient().patch(`/api/notifications/${notification?.id}/read`)).toAnswer(401);
  expect(await listOf(anna)).toMatchObject([{ read: false }]);
});

test('notifications that came after the newest that was shown stay unread', async ({ anna }) => {
  const [notification] = await listOf(anna);
  const upTo = Number(notification?.id) - 1;
  const client = await signedIn(anna);
  expect(await client.patch(`/api/notifications/read-all?upTo=${upTo}`)).toAnswer(200);
  expect(await listOf(anna)).toMatchObject([{ read: false }]);
  expect(await client.patch(`/api/notifications/read-all?upTo=${upTo + 1}`)).toAnswer(200);
  expect(await listOf(anna)).toMatchObject([{ read: true }]);
  for (const wrong of ['x', '', '-1', '1.5'])
    expect(await client.patch(`/api/notifications/read-all?upTo=${wrong}`)).toAnswer(400);
});

test('all own notifications are marked as read at once', async ({ anna, bob }) => {
  expect(await (await signedIn(anna)).patch('/api/notifications/read-all')).toAnswer(200);
  expect(await listOf(anna)).toMatchObject([{ read: true }]);
  expect(await listOf(bob)).toMatchObject([{ read: false }]);
  expect(await new ApiClient().patch('/api/notifications/read-all')).toAnswer(401);
});
