/** supabase/schemas and supabase/migrations make the same database: on the embedded one, on a Postgres, on hosted Supabase. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from 'embedded-supabase/data-folder';
import type { Database } from 'embedded-supabase/database';
import { openEmbedded } from 'embedded-supabase/embedded-database';
import { provisionPlatform } from 'embedded-supabase/platform-schema';
import { catalogOf } from '../support/postgres/catalog.ts';
import { loadSchemas, mismatch } from '../support/postgres/load-schemas.ts';
import { withClient } from '../support/postgres/own-database.ts';
import { openRealDatabase } from '../support/postgres/real-database.ts';
import {
  asPostgres,
  createDatabase,
  databaseUrl,
  MIGRATED_TEMPLATE,
  PLATFORM_TEMPLATE,
  withPolicyGrants,
} from '../support/postgres/start-postgres.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = { schemas: join(root, 'supabase/schemas'), migrations: join(root, 'supabase/migrations') };

const catalogAt = (url: string) => withClient(url, catalogOf);

let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'schemas-'));
});
afterAll(() => rm(temporary, { recursive: true, force: true }));

/** Fails with every difference and the command that helps. */
function expectSame(fromSchemas: readonly string[], fromMigrations: readonly string[]): void {
  const message = mismatch(fromSchemas, fromMigrations);
  if (message !== undefined) expect.fail(message);
}

describe('schemas and migrations make the same database', () => {
  test('schemas and migrations make the same database on Postgres 18', async () => {
    const server = inject('postgresUrl');
    const url = await createDatabase(server, PLATFORM_TEMPLATE);
    await withClient(url, (query) => loadSchemas(query, folders.schemas));
    expectSame(await catalogAt(url), await catalogAt(databaseUrl(server, MIGRATED_TEMPLATE)));
  });

  test('schemas and migrations make the same database with the roles and owners of hosted Supabase', async () => {
    const server = inject('hostedPostgresUrl');
    const url = await createDatabase(server, PLATFORM_TEMPLATE, 'postgres');
    await withClient(asPostgres(url), (query) => loadSchemas(query, folders.schemas, withPolicyGrants));
    expectSame(await catalogAt(url), await catalogAt(databaseUrl(server, MIGRATED_TEMPLATE)));
  });

  describe('on the embedded database', () => {
    let declared: Database;
    let migrated: Database;
    beforeAll(async () => {
      declared = await openEmbedded(join(temporary, 'declared'));
      await provisionPlatform(declared);
      migrated = await openDatabase({
        dataDir: join(temporary, 'migrated'),
        project: { dir: root },
        databaseUrl: undefined,
        demo: false,
        upgrade: 'now',
        log: { info: () => undefined, fault: () => undefined },
      });
    });
    afterAll(() => Promise.all([declared.close(), migrated.close()]));

    test('schemas and migrations make the same embedded database as a start', async () => {
      await loadSchemas((text) => declared.exec(text), folders.schemas);
      const fromSchemas = await catalogOf((text) => declared.sql(text));
      expectSame(fromSchemas, await catalogOf((text) => migrated.sql(text)));
    });
  });
});

describe('a mistake is named with its object:', () => {
  test('a schema file that uses something of a later one', async () => {
    const database = await openRealDatabase(PLATFORM_TEMPLATE);
    const folder = join(temporary, 'schemas');
    await mkdir(folder);
    await writeFile(join(folder, '10-a.sql'), '-- Too early.\ncreate view public.a as select * from public.b;\n');
    await writeFile(join(folder, '11-b.sql'), 'create table public.b (id bigint);\n');
    await expect(loadSchemas(database.sql, folder)).rejects.toThrow(
      'supabase/schemas/10-a.sql:2: create view public.a as select * from public.b: relation "public.b" does not exist. A schema file uses only what earlier files made.',
    );
    expect(await database.sql(`select to_regclass('public.a') as made`)).toEqual([{ made: null }]);
    await database.close();
  });

  test('a migration that leads elsewhere', async () => {
    const database = await openRealDatabase();
    const before = await catalogOf(database.sql);
    await database.sql('alter table public.posts add column surplus text');
    const message = mismatch(before, await catalogOf(database.sql));
    expect(message).toContain('table column public.posts.surplus: only in the migrations');
    expect(message).toMatch(/npm run migration -- <name>$/);
    await database.close();
  });

  test('a changed function of the schemas', async () => {
    const database = await openRealDatabase();
    const before = await catalogOf(database.sql);
    await database.sql('alter function private.is_blank stable');
    expect(mismatch(await catalogOf(database.sql), before)).toMatch(
      /function private\.is_blank\(text\): definition is "[^"]*" in the schemas, /,
    );
    await database.close();
  });
});
