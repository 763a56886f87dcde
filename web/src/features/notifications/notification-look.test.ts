import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { notificationKinds } from '@domain/notification-kinds.ts';
import { NOTIFICATION_LOOKS, notificationLook } from './notification-look.ts';

const schemas = join(process.cwd(), 'supabase/schemas');
const sql = readdirSync(schemas)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(join(schemas, file), 'utf8'))
  .join('\n');

/** Kinds that share the type of their data with others: `private.notification_kind` tells them apart. */
const TYPES: Readonly<Record<string, string>> = {
  quote_received: 'quote',
  quote_sent: 'quote',
  message_received: 'message',
  post_hidden: 'post',
  post_unhidden: 'post',
  review_received: 'review',
  feedback_answered: 'feedback',
};
const typeOf = (kind: string): string => TYPES[kind] ?? kind;

test('every type of notification that the database writes has an icon and a colour of its own', () => {
  const written = [...sql.matchAll(/jsonb_build_object\('type', '(\w+)'|'\{"type": "(\w+)"\}'/g)].map(
    ([, inObject, inText]) => inObject ?? inText ?? '',
  );
  expect(written.length).toBeGreaterThan(12);
  const types = new Set([...Object.keys(notificationKinds).map(typeOf), ...written]);
  expect(types.size).toBe(24);
  expect([...types].sort()).toEqual(Object.keys(NOTIFICATION_LOOKS).sort());
  const looks = Object.values(NOTIFICATION_LOOKS);
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(looks.length);
});

test('a notification of an unknown type looks like an announcement', () => {
  for (const data of [null, 'broken', { type: 'toString' }, { type: '__proto__' }])
    expect(notificationLook({ message: 'bob asks', data })).toMatchObject({ color: 'gray', username: null });
});

test('the user who acted is found in every text that names one, whatever the title says', () => {
  const kinds = Object.entries(notificationKinds);
  expect(kinds.length).toBe(24);
  for (const [kind, { text }] of kinds) {
    const message = text.replace(/\{(\w+)\}/g, (_, name) => (name === 'username' ? 'bob' : 'eve: "x" of eve from eve'));
    // The reader sent this quote; the text names the owner of the request.
    const named = text.includes('{username}') && kind !== 'quote_sent' ? 'bob' : null;
    expect([kind, notificationLook({ message, data: { type: typeOf(kind) } }).username]).toEqual([kind, named]);
  }
});

test('the end of a closing has an open lock, the closing a closed one', () => {
  const look = (data: object) => notificationLook({ message: 'The request "Steel" is open again', data }).icon;
  expect(look({ type: 'post_closed', topic: 'taken_back' })).toBe(IconLockOpen);
  expect(look({ type: 'post_closed' })).toBe(IconLock);
});
