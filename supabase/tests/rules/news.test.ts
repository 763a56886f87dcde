import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { TablesInsert } from '../../functions/_shared/rows/database.types.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Client, Person } from '../support/world.ts';
import { outcome, value } from './support.ts';

const test = base
  .extend(
    'written',
    ({ adam }) =>
      async (news: Partial<News> = {}) =>
        (await value(write(adam, news))).id,
  )
  .extend(
    'publish',
    ({ written }) =>
      (title: string, news: Partial<News> = {}) =>
        written({ title, status: 'published', ...news }),
  );

type News = TablesInsert<'news_items'>;
const write = (person: Person, news: Partial<News> = {}) =>
  person.client
    .from('news_items')
    .insert({ title: 'Freight', ...news })
    .select('id')
    .single();

const list = async (
  client: Client,
  options: { search?: string; kind?: string; period?: string; page?: number; page_size?: number } = {},
) => (await value(client.rpc('list_news', options).select('title'))).map(({ title }) => title);
const count = async (client: Client, options: { search?: string; kind?: string; period?: string } = {}) =>
  value(client.rpc('count_news', options));
const event = (days: number, hours = 2): Partial<News> => {
  const start = Date.now() + days * 86_400_000;
  return {
    type: 'event',
    event_start: new Date(start).toISOString(),
    event_end: new Date(start + hours * 3_600_000).toISOString(),
  };
};

describe('news', () => {
  test('only admins write, change and delete news', async ({ world, anna, adam, publish }) => {
    const id = await publish('Freight');
    expect(await write(anna)).toAnswer(403);
    expect(await world.guest.from('news_items').insert({ title: 'x' })).toAnswer(401);
    for (const change of [
      anna.client.from('news_items').update({ title: 'x' }).eq('id', id).select('id'),
      anna.client.from('news_items').delete().eq('id', id).select('id'),
    ])
      expect(await value(change)).toEqual([]);
    expect(await world.guest.from('news_items').delete().eq('id', id)).toAnswer(401);
    expect(await list(world.guest)).toEqual(['Freight']);
    expect(await value(adam.client.from('news_items').delete().eq('id', id).select('id'))).toHaveLength(1);
  });

  test('a text that is far too long is refused before its words are made, whoever sends it', async ({ anna, adam }) => {
    for (const person of [anna, adam])
      expect(await outcome(write(person, { body: 'steel pipes '.repeat(3_000) }))).toEqual([400, 'Text too long']);
  });

  test('news are public while they are published, and get their time once', async ({ world, anna, adam, written }) => {
    const id = await written();
    const of = async () =>
      (await value(adam.client.from('news_items').select('published_at').eq('id', id).single())).published_at;
    const setStatus = (status: string) =>
      value(adam.client.from('news_items').update({ status }).eq('id', id).select('id'));
    const seen = async (client: Client) => [
      (await value(client.from('news_items').select('id'))).length,
      (await list(client)).length,
      await count(client),
    ];
    expect([await seen(world.guest), await seen(anna.client), await seen(adam.client), await of()]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 1],
      null,
    ]);
    await setStatus('published');
    const first = await of();
    expect(first).not.toBeNull();
    expect([await seen(world.guest), await seen(anna.client)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    await setStatus('archived');
    expect(await seen(world.guest)).toEqual([0, 0, 0]);
    await setStatus('published');
    expect(await of()).toBe(first);
  });

  test('pinned news come first, then the newest; events are sorted by start, upcoming ones soonest first', async ({
    world,
    publish,
  }) => {
    await publish('Old pinned', { is_pinned: true });
    for (const title of ['First', 'Second']) await publish(title);
    await publish('In a week', event(7));
    await publish('Tomorrow', event(1));
    await publish('Going on', event(-1, 48));
    await publish('A week ago', event(-7));
    await publish('A month ago', event(-30));
    expect(await list(world.guest, { page_size: 4 })).toEqual(['Old pinned', 'A month ago', 'A week ago', 'Going on']);
    expect(await list(world.guest, { page_size: 4, page: 2 })).toEqual(['Tomorrow', 'In a week', 'Second', 'First']);
    expect(await list(world.guest, { kind: 'news' })).toEqual(['Old pinned', 'Second', 'First']);
    expect(await list(world.guest, { period: 'upcoming' })).toEqual(['Going on', 'Tomorrow', 'In a week']);
    expect(await list(world.guest, { period: 'past' })).toEqual(['A week ago', 'A month ago']);
    expect([
      await count(world.guest),
      await count(world.guest, { kind: 'news' }),
      await count(world.guest, { period: 'past' }),
    ]).toEqual([8, 3, 2]);
  });

  test('news are found by words of title, summary and body, without accents and case', async ({
    world,
    adam,
    publish,
    written,
  }) => {
    await publish('Hội chợ gỗ');
    await publish('One', { summary: 'About Đồ gốm' });
    await publish('Two', { body: 'The cà phê filter' });
    await written({ title: 'Hội chợ unfinished' });
    for (const [search, found] of [
      ['hoi cho', 'Hội chợ gỗ'],
      ['DO GOM', 'One'],
      ['phe filt', 'Two'],
    ] as const) {
      expect(await list(world.guest, { search })).toEqual([found]);
      expect(await count(world.guest, { search })).toBe(1);
    }
    expect(await list(world.guest, { search: 'steel' })).toEqual([]);
    expect(await list(world.guest, { search: '!!! &|' })).toEqual([]);
    expect(await list(world.guest, { search: '  ' })).toHaveLength(3);
    expect(await list(adam.client, { search: 'hoi cho' })).toHaveLength(2);
  });

  test('an item of news has its published neighbours', async ({ world, adam, publish, written }) => {
    const ids = [await publish('A'), await publish('B'), await written({ title: 'Draft' }), await publish('C')];
    const of = async (client: Client, id = 0) =>
      (await value(client.rpc('news_neighbours', { news_id: id }))).map(
        ({ direction, title }) => `${direction} ${title}`,
      );
    expect(await of(world.guest, ids[1])).toEqual(['previous A', 'next C']);
    expect(await of(world.guest, ids[0])).toEqual(['next B']);
    expect(await of(adam.client, ids[3])).toEqual(['previous B']);
    expect(await of(world.guest, ids[2])).toEqual([]);
  });

  test('news with contradictory or invalid fields are refused', async ({ adam }) => {
    const times = { event_start: '2026-12-03T09:00:00Z', event_end: '2026-12-03T08:00:00Z' };
    for (const wrong of [
      { title: ' ' },
      { title: 'x'.repeat(201) },
      { summary: 'x'.repeat(301) },
      { body: 'x'.repeat(20_001) },
      { type: 'rumour' },
      { status: 'secret' },
      { type: 'event' },
      { type: 'event', ...times },
      { event_start: times.event_start },
      { location: 'Hanoi' },
      { external_url: 'http://example.com' },
      { external_url: 'javascript:alert(1)' },
      { type: 'event', event_start: times.event_start, location: 'x'.repeat(101) },
      { images: Array.from({ length: 6 }, () => 'x') },
      { images: ['x/y.png'] },
      { images: [`${adam.authId}/${randomUUID()}.png`] },
      { images: ['https://example.com/x.png'] },
    ])
      expect(await write(adam, wrong), JSON.stringify(wrong).slice(0, 80)).toAnswer(400);
    expect(await write(adam, { title: 'x'.repeat(200), summary: 'x'.repeat(300), body: 'x'.repeat(20_000) })).toAnswer(
      201,
    );
  });

  test('news are created once per client id', async ({ adam }) => {
    const client_id = randomUUID();
    expect([(await write(adam, { client_id })).status, (await write(adam, { client_id })).status]).toEqual([201, 409]);
  });

  test('acts of admins on news are in the audit log', async ({ world, adam, written }) => {
    const id = await written({ title: 'Before' });
    await adam.client.from('news_items').update({ title: 'After' }).eq('id', id);
    await adam.client.from('news_items').delete().eq('id', id);
    expect(
      await world.sql(
        `select action, actor_username, entity, entity_id, before ->> 'title' as before, after ->> 'title' as after from public.audit_log order by id`,
      ),
    ).toEqual([
      {
        action: 'create_news',
        actor_username: 'adam',
        entity: 'news',
        entity_id: `${id}`,
        before: null,
        after: 'Before',
      },
      {
        action: 'update_news',
        actor_username: 'adam',
        entity: 'news',
        entity_id: `${id}`,
        before: 'Before',
        after: 'After',
      },
      {
        action: 'delete_news',
        actor_username: 'adam',
        entity: 'news',
        entity_id: `${id}`,
        before: 'After',
        after: null,
      },
    ]);
  });

  test('news outlive their author', async ({ world, adam, publish }) => {
    const id = await publish('Freight');
    await world.sql('delete from auth.users where id = $1 returning id', [adam.authId]);
    expect(await outcome(world.guest.from('news_items').select('author_id').eq('id', id).single())).toEqual([200]);
  });
});
