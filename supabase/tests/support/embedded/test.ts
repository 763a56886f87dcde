/**
 * Vitest's `test` with a marketplace on the embedded Supabase and its users as arguments, who register when a test first
 * names them: `test('…', async ({ world, anna, bob }) => …)`. anna, bob and carl are users, adam is an admin, mona the
 * main admin.
 */
import { test as plain } from 'vitest';
import type { Client, Person, World } from '../world.ts';
import { world as marketplace } from './database.ts';

const emptied = async () => {
  await marketplace.reset();
  return marketplace;
};

type Provide<T> = (value: T) => Promise<void>;

const person =
  (username: string) =>
  async ({ world }: { world: World }, provide: Provide<Person>) =>
    provide(await world.person(username));

const people = {
  guest: ({ world }: { world: World }, provide: Provide<Client>) => provide(world.guest),
  anna: person('anna'),
  bob: person('bob'),
  carl: person('carl'),
  adam: person('adam'),
  mona: person('mona'),
};

/** Each test starts in an empty marketplace. */
export const test = plain.extend('world', { auto: true }, emptied).extend(people);

/** The tests of a file share one marketplace, which is empty before the first of them. */
export const fileTest = plain.extend('world', { scope: 'file', auto: true }, emptied).extend(people);
