import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, storedPost, value } from './support.ts';

/* What admins do on the page of hidden posts; hiding itself is in moderation.test.ts. */

const test = fileTest
  .extend(
    'hidden',
    ({ anna, adam }) =>
      async (title: string, by: Person = adam, owner: Person = anna): Promise<number> => {
        const { id } = await world.createPost(owner, { title });
        expect(await outcome(by.client.rpc('hide_post', { post_id: id, reason: `Reason for ${title}` }))).toEqual([
          204,
        ]);
        return id;
      },
  )
  .extend(
    'titles',
    ({ adam }) =>
      async (options: Parameters<Person['client']['rpc']>[1] = {}) =>
        (await value(adam.client.rpc('list_hidden_posts', options as never).select('title'))).map(({ title }) => title),
  );

test.beforeEach(async () => {
  await world.sql('delete from public.posts');
  await world.sql('delete from public.notifications');
});

const log = (id: number) =>
  world.sql<{ action: string; actor_username: string; before: unknown; after: unknown }>(
    `select action, actor_username, before, after from public.audit_log where entity = 'post' and entity_id = $1 order by id`,
    [String(id)],
  );
const CHANGED = [409, 'Somebody else has just changed this. Please look again.'];

describe('the list of hidden posts', () => {
  test('admins see what is hidden and by whom, last hidden first [A65]', async ({ anna, bob, adam, mona, hidden }) => {
    await world.createPost(anna, { title: 'Visible' });
    await hidden('First', anna);
    await hidden('Second', adam, bob);
    const rows = await value(
      mona.client
        .rpc('list_hidden_posts')
        .select('title, hidden_reason, hidden_by, user_id, owner:profiles!posts_user_id_fkey(username)'),
    );
    expect(rows).toEqual([
      {
        title: 'Second',
        hidden_reason: 'Reason for Second',
        hidden_by: adam.id,
        user_id: bob.id,
        owner: { username: 'bob' },
      },
      {
        title: 'First',
        hidden_reason: 'Reason for First',
        hidden_by: anna.id,
        user_id: anna.id,
        owner: { username: 'anna' },
      },
    ]);
    for (const call of ['list_hidden_posts', 'count_hidden_posts'] as const) {
      expect(await outcome(bob.client.rpc(call))).toEqual([403, 'You are not allowed to do this']);
      expect(await world.guest.rpc(call)).toAnswer(401);
    }
  });

  test('the list of hidden posts is filtered, searched, sorted, paged and counted by the database', async ({
    anna,
    bob,
    adam,
    hidden,
    titles,
  }) => {
    await hidden('Thép hình', anna);
    await hidden('Coffee 100%', adam);
    await hidden('Bolts', adam, bob);
    expect(await titles({ search: 'thep' })).toEqual(['Thép hình']);
    expect(await titles({ search: '100%' })).toEqual(['Coffee 100%']);
    expect(await titles({ search: 'bo' })).toEqual(['Bolts']);
    expect(await titles({ search: '%%%' })).toEqual([]);
    expect(await titles({ hidden_by: 'owner' })).toEqual(['Thép hình']);
    expect(await titles({ hidden_by: 'admin', sort: 'title', direction: 'asc' })).toEqual(['Bolts', 'Coffee 100%']);
    expect(await titles({ category: 'energy' })).toEqual([]);
    expect(await titles({ page: 2, page_size: 2 })).toEqual(['Thép hình']);
    expect(await titles({ before: '2001-01-01' })).toEqual([]);
    expect(await value(adam.client.rpc('count_hidden_posts', { hidden_by: 'admin' }))).toBe(2);
  });
});

describe('showing hidden posts again', () => {
  test('up to 50 hidden posts are shown at once, their owners are notified with a note, and it is logged [A590]', async ({
    anna,
    bob,
    adam,
    mona,
    hidden,
  }) => {
    const first = await hidden('First');
    const second = await hidden('Second', bob, bob);
    await world.sql('delete from public.notifications');
    const shown = await value(mona.client.rpc('list_hidden_posts').select('id, hidden_at'));
    const hidden_at = [first, second].map((id) => shown.find((post) => post.id === id)?.hidden_at ?? '');
    const choice = { post_ids: [first, second, 999_999], hidden_at: [...hidden_at, '-infinity'] };
    expect(await value(mona.client.rpc('unhide_posts', { ...choice, note: 'Thank you' }))).toBe(2);
    expect(await storedPost(first)).toMatchObject({ is_hidden: false, hidden_reason: null });
    expect(await notificationsOf(anna)).toMatchObject([
      { message: 'Your post "First" is visible again: Thank you', data: { type: 'post', postId: first } },
    ]);
    expect(await notificationsOf(bob)).toMatchObject([{ message: 'Your post "Second" is visible again: Thank you' }]);
    expect((await log(first)).at(-1)).toEqual({
      action: 'unhide_post',
      actor_username: 'mona',
      before: { title: 'First', hidden: true, reason: 'Reason for First' },
      after: { title: 'First', hidden: false, reason: null },
    });
    expect(await outcome(adam.client.rpc('unhide_posts', { post_ids: [first] }))).toEqual(CHANGED);
    const third = await hidden('Third');
    await mona.client.rpc('set_notification_kind', { kind: 'post_hidden', is_enabled: false });
    expect(await value(adam.client.rpc('unhide_posts', { post_ids: [third], note: 'Sorry' }))).toBe(1);
    await mona.client.rpc('set_notification_kind', { kind: 'post_hidden', is_enabled: true });
    expect((await notificationsOf(anna)).at(-1)).toMatchObject({
      message: 'Your post "Third" is visible again: Sorry',
    });
  });

  test('showing no posts, more than 50, a long note or anybody but an admin is refused [A595]', async ({
    anna,
    bob,
    adam,
    hidden,
  }) => {
    const id = await hidden('First');
    const unhide = (person: Person, post_ids: number[], note?: string) =>
      outcome(person.client.rpc('unhide_posts', { post_ids, note }));
    for (const ids of [[], Array.from({ length: 51 }, () => id)])
      expect(await unhide(adam, ids)).toEqual([400, 'Choose 1 to 50 posts']);
    expect(await unhide(adam, [id], 'x'.repeat(301))).toEqual([400, 'Note too long']);
    for (const person of [anna, bob])
      expect(await unhide(person, [id])).toEqual([403, 'You are not allowed to do this']);
    expect(await world.guest.rpc('unhide_posts', { post_ids: [id] })).toAnswer(401);
    expect(await storedPost(id)).toMatchObject({ is_hidden: true });
  });
});

describe('the reason of a hidden post', () => {
  test('admins change the reason of a hidden post if an admin gave it', async ({ anna, adam, mona, hidden }) => {
    const id = await hidden('First');
    const edit = (person: Person, post_id: number, reason = 'Another') =>
      outcome(person.client.rpc('edit_hide_reason', { post_id, reason }));
    expect(await edit(mona, id)).toEqual([204]);
    expect(await storedPost(id)).toMatchObject({ hidden_reason: 'Another', hidden_by: adam.id });
    expect((await log(id)).at(-1)).toMatchObject({
      action: 'edit_hide_reason',
      actor_username: 'mona',
      before: { reason: 'Reason for First' },
      after: { reason: 'Another' },
    });
    expect(await edit(adam, id, ' ')).toEqual([400, 'Reason is required']);
    expect(await edit(anna, id)).toEqual([403, 'You are not allowed to do this']);
    expect(await edit(adam, await hidden('Own', anna))).toEqual([409, 'This post was hidden by its owner']);
    expect(await edit(adam, (await world.createPost(anna)).id)).toEqual(CHANGED);
  });
});

describe('deleting hidden posts', () => {
  test('deleting hidden posts needs a reason, notifies owners, is logged, and skips visible posts [A595]', async ({
    anna,
    bob,
    adam,
    mona,
    hidden,
  }) => {
    const id = await hidden('First');
    const visible = await world.createPost(anna, { title: 'Visible' });
    await world.sql('delete from public.notifications');
    const remove = (person: Person, reason = 'Fraud') =>
      outcome(person.client.rpc('delete_hidden_posts', { post_ids: [id, visible.id], reason }));
    expect(await remove(adam, '')).toEqual([400, 'Reason is required']);
    for (const person of [anna, bob]) expect(await remove(person)).toEqual([403, 'You are not allowed to do this']);
    expect(await value(adam.client.rpc('delete_hidden_posts', { post_ids: [id, visible.id], reason: 'Fraud' }))).toBe(
      1,
    );
    expect(await storedPost(id)).toBeUndefined();
    expect(await storedPost(visible.id)).toMatchObject({ title: 'Visible' });
    expect(await notificationsOf(anna)).toEqual([
      { message: 'Your post "First" was deleted: Fraud', data: { type: 'post' }, read_at: null },
    ]);
    expect((await log(id)).at(-1)).toEqual({
      action: 'delete_post',
      actor_username: 'adam',
      before: { title: 'First', owner: 'anna' },
      after: { reason: 'Fraud' },
    });
    expect(await remove(mona)).toEqual(CHANGED);
  });
});

describe('what an admin does from a card', () => {
  test('hiding a post on its card is logged for an admin, not for an owner', async ({ anna, hidden }) => {
    const own = await hidden('Own', anna);
    expect(await log(own)).toEqual([]);
    const id = await hidden('First');
    expect(await log(id)).toEqual([
      {
        action: 'hide_post',
        actor_username: 'adam',
        before: { title: 'First', hidden: false, reason: null },
        after: { title: 'First', hidden: true, reason: 'Reason for First' },
      },
    ]);
  });
});
