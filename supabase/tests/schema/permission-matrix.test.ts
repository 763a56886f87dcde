import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { CAST, FIXTURE } from '../permissions/fixture.ts';
import { openRealDatabase, type RealDatabase, type Server } from '../support/postgres/real-database.ts';
import { columnMatrix, functionMatrix, rowMatrix, triedColumnMatrix, type Actor } from './permission-matrix.ts';

/*
 * The files beside `../permissions/fixture.ts` say what everybody may do. After a change of the migrations, read the
 * difference; when it is meant, `npx vitest run --project postgres permission -u` writes them anew.
 */
const SERVERS: readonly [what: string, server: Server][] = [
  ['in SQL', 'plain'],
  ['where the migrations were applied by a postgres that is no superuser, as on hosted Supabase', 'hosted'],
];

describe.each(SERVERS)('permission matrix %s', (_what, server) => {
  let database: RealDatabase;
  let client: pg.Client;
  const actors: Actor[] = [{ name: 'guest' }];

  beforeAll(async () => {
    database = await openRealDatabase(undefined, server);
    for (const { username, role } of CAST) {
      const { authId } = await database.person(username, role);
      actors.push({ name: username, authId });
    }
    await database.sql(FIXTURE);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.close();
  });

  /** Runs `work` in a transaction that leaves nothing behind. */
  async function undone<T>(work: () => Promise<T>): Promise<T> {
    await client.query('begin');
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  }

  test('each column of each table is granted as written down', async () => {
    await expect(await undone(() => columnMatrix(client))).toMatchFileSnapshot('../permissions/columns.md');
  });

  test('the database really allows and refuses what the grants say', async () => {
    expect(await undone(() => triedColumnMatrix(client))).toBe(await undone(() => columnMatrix(client)));
  });

  test('[A745] the policies decide about each row as written down, without help of the grants', async () => {
    await expect(await undone(() => rowMatrix(client, actors))).toMatchFileSnapshot('../permissions/rows.md');
  });

  test('each role runs the functions that are written down', async () => {
    await expect(await undone(() => functionMatrix(client))).toMatchFileSnapshot('../permissions/functions.md');
  });
});
