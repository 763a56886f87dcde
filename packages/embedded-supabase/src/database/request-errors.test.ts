import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import { expect, test, vi } from 'vitest';
import { databaseError } from './database-error.ts';
import { dialectOn } from './kysely-dialect.ts';
import { failOnLookup, postgrestStatus } from './request-errors.ts';

test.for([
  ['25006', 405, 'a function that writes, by GET'],
  ['57014', 503, 'a statement that took too long'],
  ['55P03', 503, 'a lock that others keep'],
  ['40P01', 503, 'the victim of a deadlock'],
  ['54001', 400, 'more levels of nesting than Postgres has'],
  ['23514', 400, 'a broken constraint'],
  ['28000', 403, 'a role that may not'],
  ['53300', 503, 'too many connections'],
  ['PGRST003', 504, 'no connection in time'],
  ['XX000', 500, 'a fault of Postgres'],
] as const)('SQLSTATE %s is answered with %i: %s', ([code, status]) => {
  expect(postgrestStatus(code)).toBe(status);
});

test('a lookup of the schema that fails is no empty schema', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const connection = createPostgresConnection({ url: 'postgres://nowhere' });
  connection.kysely = new Kysely({ dialect: dialectOn(() => Promise.reject(databaseError('PGRST003', 'no turn'))) });
  failOnLookup(connection);
  await expect(connection.introspect({ useCache: true })).rejects.toMatchObject({ code: 'PGRST003' });
  await expect(connection.onPostgrestAST({ type: 'select', from: 'numbers' } as never)).rejects.toMatchObject({
    code: 'PGRST003',
  });
});
