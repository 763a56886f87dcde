/** Databases that an earlier release made: opened by this one, or refused with what to do. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { inject } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../local/database/database.ts';
import { openEmbedded } from '../../local/database/embedded-database.ts';
import { migrate, readMigrations, readReplacedHistory, type Migration } from '../../local/database/migrations.ts';
import { openServer } from '../../local/database/postgres-database.ts';
import { provisionPlatform } from '../../local/platform/platform-schema.ts';
import { definitionsOf, differences } from '../support/postgres/catalog.ts';
import { createDatabase, PLATFORM_TEMPLATE } from '../support/postgres/start-postgres.ts';

const supabase = fileURLToPath(new URL('../..', import.meta.url));
const migrations = await readMigrations(join(supabase, 'migrations'));
const replaced = await readReplacedHistory(join(supabase, 'replaced-history.json'));

/** The migrations of release 1.0, before one baseline replaced them. */
async function migrationsOf10(): Promise<Migration[]> {
  const packed = await readFile(new URL('../support/postgres/release-1.0-migrations.json.br', import.meta.url));
  const files = z.record(z.string(), z.string()).parse(JSON.parse(brotliDecompressSync(packed).toString()));
  return Object.entries(files).map(([file, text]) => {
    const [, version = '', name = ''] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
    return { version, name, file, text };
  });
}

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const KINDS = {
  'the embedded database': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    return openEmbedded(folder);
  },
  'a Postgres of DATABASE_URL': async () =>
    openServer(await createDatabase(inject('postgresUrl'), PLATFORM_TEMPLATE), () => undefined),
};

async function open(kind: keyof typeof KINDS): Promise<Database> {
  const database = await KINDS[kind]();
  undo.push(() => database.close());
  await provisionPlatform(database);
  return database;
}

const recorded = (database: Database) =>
  database.sql<{ version: string }>('select version from supabase_migrations.schema_migrations order by 1');

const PEOPLE = `
  insert into auth.users (id, email, raw_user_meta_data) values
    ('00000000-0000-4000-8000-000000000001', 'anna@example.com', '{"username": "anna"}'),
    ('00000000-0000-4000-8000-000000000002', 'bob@example.com', '{"username": "bob"}');
  insert into public.posts (user_id, title, description, category, country, delivery_address)
    select id, 'Steel', 'x', 'food', 'vn', 'x' from public.profiles where username = 'anna';
  update private.app_settings set value = jsonb_set(value, '{post,max}', '7') where key = 'rate_limits';
  insert into private.mail_texts (template, locale, subject) values ('quote_received', 'en', 'Quote on {{title}}');`;

describe.each(['the embedded database', 'a Postgres of DATABASE_URL'] as const)('%s', (kind) => {
  test('that holds release 1.0 becomes what a new one is, and keeps its data', async () => {
    const [old, fresh] = [await open(kind), await open(kind)];
    await migrate(old, await migrationsOf10());
    await old.exec(PEOPLE);
    const applied = await migrate(old, migrations, replaced);
    expect(applied).toEqual(migrations.slice(1).map(({ version }) => version));
    await migrate(fresh, migrations, replaced);
    expect(await recorded(old)).toEqual(await recorded(fresh));
    expect(
      differences(await definitionsOf((text) => fresh.sql(text)), await definitionsOf((text) => old.sql(text))),
    ).toEqual([]);
    expect(await old.sql('select title, (select username from public.profiles where id = user_id) from public.posts')).toEqual([
      { title: 'Steel', username: 'anna' },
    ]);
    expect(
      await old.sql(`select value -> 'post' ->> 'max' as max from private.app_settings where key = 'rate_limits'`),
    ).toEqual([{ max: '7' }]);
    expect(await migrate(old, migrations, replaced)).toEqual([]);
  });

  test('that lacks a migration of release 1.0, or has another, is refused and left as it is', async () => {
    const database = await open(kind);
    const old = await migrationsOf10();
    await migrate(database, old.slice(0, -1));
    const before = await recorded(database);
    const advice = /Only that code can open it\. Save it with "npm run backup -- <file>" before/;
    await expect(migrate(database, migrations, replaced)).rejects.toThrow(advice);
    await migrate(database, [...old.slice(0, -1), { ...old.at(-1)!, text: 'select 1;' }]);
    await expect(migrate(database, migrations, replaced)).rejects.toThrow(advice);
    expect((await recorded(database)).length).toBe(before.length + 1);
  });
});
