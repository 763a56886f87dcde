import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_KINDS, keysOfEvent } from './live-events.ts';

const schemas = join(process.cwd(), 'supabase/schemas');
const sql = readdirSync(schemas).map((file) => readFileSync(join(schemas, file), 'utf8'));

test('the page knows every kind of event that the database sends', () => {
  const sent = sql.flatMap((text) =>
    [...text.matchAll(/perform private\.send_event\([^;]*?, '(\w+)'/g)].map(([, kind = '']) => kind),
  );
  expect([...new Set(sent)].sort()).toEqual([...EVENT_KINDS].sort());
});

test('an event makes the queries of its ids stale', () => {
  expect(keysOfEvent('messages', { quoteId: 7, id: 'uuid' })).toContainEqual(['messages', 'conversation', 7]);
  expect(keysOfEvent('questions', { postId: 9 })).toEqual([['posts', 'questions', 9]]);
});

test('an unknown event, or one without ids, makes nothing of others stale', () => {
  expect(keysOfEvent('of-a-newer-release', { quoteId: 7 })).toEqual([]);
  expect(keysOfEvent('toString', {})).toEqual([]);
  for (const payload of [null, 'text', {}, { quoteId: '7' }])
    expect(keysOfEvent('messages', payload)).toContainEqual(['messages', 'conversation', 0]);
});
