import { Kysely, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { dialectOn, inOneTransaction } from './kysely-dialect.ts';

/** A database that notes statements, and fails those that ask for it. */
function makeDatabase() {
  const statements: string[] = [];
  const release = vi.fn();
  const acquire = vi.fn(async () => ({
    run: async ({ sql: text }: { sql: string }) => {
      statements.push(text);
      if (text === 'fail') throw new Error('failed');
      return { rows: [] };
    },
    rollBack: async () => void statements.push('rollback'),
    release,
  }));
  const db = new Kysely<unknown>({ dialect: dialectOn(acquire) });
  const run = (text: string) => sql.raw(text).execute(db);
  return { db, run, statements, acquire, release };
}

test('statements and transactions of a request share its transaction and connection', async () => {
  const { db, run, statements, acquire, release } = makeDatabase();
  await inOneTransaction(db, async () => {
    await run('a');
    await db.transaction().execute((inner) => sql.raw('b').execute(inner));
    await expect(db.transaction().execute((inner) => sql.raw('fail').execute(inner))).rejects.toThrow('failed');
    expect(release).not.toHaveBeenCalled();
  });
  await run('c');
  const inner = (text: string) => ['savepoint inner', text];
  const kept = [...inner('b'), 'release savepoint inner'];
  const undone = [...inner('fail'), 'rollback to savepoint inner', 'release savepoint inner'];
  expect(statements).toEqual(['begin', 'a', ...kept, ...undone, 'commit', 'c']);
  expect([acquire.mock.calls.length, release.mock.calls.length]).toEqual([2, 2]);
});

test('a request that goes on after a failed statement does not pass for a success', async () => {
  const { db, run, statements, release } = makeDatabase();
  const work = inOneTransaction(db, async () => {
    await run('fail').catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('failed');
  expect(statements).toEqual(['begin', 'fail', 'rollback']);
  expect(release).toHaveBeenCalledOnce();
});
