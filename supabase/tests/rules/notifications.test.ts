import { describe, expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

test.beforeEach(async ({ world, anna, bob }) => {
  for (let n = 0; n < 2; n += 1) await value(sendQuote(bob.client, (await world.createPost(anna)).id));
});

const isRead = async (person: Person) => (await notificationsOf(person)).map(({ read_at }) => read_at !== null);

describe('notifications', () => {
  test('a receiver marks notifications as read one by one, and they keep their read time', async ({ anna, bob }) => {
    const [first] = await value(anna.client.from('notifications').select('id').order('id'));
    const mark = () => outcome(anna.client.rpc('mark_notification_read', { notification_id: first?.id ?? 0 }));
    expect(await mark()).toEqual([204]);
    const [before] = await notificationsOf(anna);
    expect(await mark()).toEqual([204]);
    expect((await notificationsOf(anna))[0]).toEqual(before);
    expect(await isRead(anna)).toEqual([true, false]);
    expect(await isRead(bob)).toEqual([false, false]);
  });

  test('notifications of others can be neither marked nor seen [A457]', async ({ world, anna, bob }) => {
    const [first] = await value(anna.client.from('notifications').select('id').order('id'));
    const id = first?.id ?? 0;
    expect(await outcome(bob.client.rpc('mark_notification_read', { notification_id: id }))).toEqual([
      404,
      'Notification not found',
    ]);
    expect(await outcome(bob.client.rpc('mark_notification_read', { notification_id: 999_999 }))).toEqual([
      404,
      'Notification not found',
    ]);
    expect(await world.guest.rpc('mark_notification_read', { notification_id: id })).toAnswer(401);
    expect(await value(bob.client.from('notifications').select('id').eq('id', id))).toEqual([]);
    expect(await isRead(anna)).toEqual([false, false]);
  });

  test('a user reads their notifications by topic, and nobody reads those of others [A742]', async ({
    world,
    anna,
    bob,
  }) => {
    const about = (person: Person, topic: string) =>
      value(person.client.from('notifications').select('id').eq('topic', topic).lt('id', 1e9).order('id'));
    expect(await about(anna, 'quotes')).toHaveLength(2);
    expect(await about(bob, 'quotes')).toHaveLength(2);
    expect(await about(anna, 'messages')).toEqual([]);
    expect(await world.guest.from('notifications').select('id').eq('topic', 'quotes')).toAnswer(401);
  });

  test('each kind of notification has a topic, and only what fits none is of the others [A742]', async ({ world }) => {
    const rows = await world.sql<{ kind: string; topic: string }>(
      `select kind, private.notification_topic(jsonb_build_object('type', kind)) as topic from (
         select kind from private.notification_kinds
         union select unnest('{quote,message,review,post,feedback,picture,broadcast}'::text[])) as k order by kind`,
    );
    expect(rows.length).toBeGreaterThan(20);
    const others = rows.flatMap(({ kind, topic }) => (topic === 'other' ? [kind] : []));
    expect(others).toEqual(['broadcast', 'feedback', 'feedback_answered', 'picture', 'second_factor_reset']);
    expect([...new Set(rows.map(({ topic }) => topic))].toSorted()).toEqual([
      'messages',
      'other',
      'questions',
      'quotes',
      'requests',
      'reviews',
    ]);
    expect(await world.sql(`select private.notification_topic(null) as topic`)).toEqual([{ topic: 'other' }]);
  });

  test('marking all notifications as read affects the own ones only', async ({ world, anna, bob }) => {
    expect(await outcome(anna.client.rpc('mark_all_notifications_read'))).toEqual([204]);
    expect(await isRead(anna)).toEqual([true, true]);
    expect(await isRead(bob)).toEqual([false, false]);
    expect(await world.guest.rpc('mark_all_notifications_read')).toAnswer(401);
  });

  test('marking all notifications as read leaves those that came after the newest that was shown', async ({ anna }) => {
    const ids = (await value(anna.client.from('notifications').select('id').order('id'))).map(({ id }) => id);
    expect(await outcome(anna.client.rpc('mark_all_notifications_read', { up_to: ids[0] }))).toEqual([204]);
    expect(await isRead(anna)).toEqual([true, false]);
  });

  test('marking all as read includes what is older than the shown, and nothing between that was not shown', async ({
    world,
    anna,
  }) => {
    for (let n = 0; n < 3; n += 1)
      await world.sql(`insert into public.notifications (user_id, message) values ($1, 'x')`, [anna.id]);
    const ids = (await value(anna.client.from('notifications').select('id').order('id'))).map(({ id }) => id);
    const [, , second = 0, , newest = 0] = ids;
    const shown = [newest, second];
    expect(await outcome(anna.client.rpc('mark_all_notifications_read', { up_to: newest, shown }))).toEqual([204]);
    expect(await isRead(anna)).toEqual([true, true, true, false, true]);
  });

  test('a notification cuts a long title rather than fail', async ({ world, anna, bob }) => {
    const { id } = await world.createPost(anna, { title: '"x'.repeat(100) });
    expect(await sendQuote(bob.client, id)).toAnswer(200);
  });
});
