import { afterAll, beforeAll, expect, test } from 'vitest';
import { vacuumTables } from '../src/platform/vacuum.ts';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({ ...project, quiet: true });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const pages = async (table: string) => {
  const [row] = await server.sql<{ pages: number }>(
    `select (pg_total_relation_size($1::regclass) / 8192)::int as pages`,
    [table],
  );
  return row?.pages ?? 0;
};

test('a table whose rows are written again and again keeps its size with a vacuum, and grows without', async () => {
  await server.sql(`create table public."Some notes" (id int primary key, text text)`);
  await server.sql(`insert into public."Some notes" select n, repeat('x', 500) from generate_series(1, 1000) as n`);
  const writeAgain = () => server.sql(`update public."Some notes" set text = text || 'y'`);
  const size = () => pages('public."Some notes"');
  await writeAgain();
  await vacuumTables(server.sql);
  const first = await size();
  for (let turn = 0; turn < 4; turn += 1) {
    await writeAgain();
    await vacuumTables(server.sql);
  }
  expect(await size()).toBeLessThan(first * 1.2);
  for (let turn = 0; turn < 4; turn += 1) await writeAgain();
  expect(await size()).toBeGreaterThan(first * 2);
});

test('a table that cannot be vacuumed is told, and the others are vacuumed', async () => {
  const vacuumed: string[] = [];
  const failing = async <T>(text: string) => {
    if (text === 'vacuum auth.users') throw new Error('It is gone');
    vacuumed.push(text);
    return server.sql(text) as Promise<T[]>;
  };
  await expect(vacuumTables(failing)).rejects.toThrow('It is gone');
  expect(vacuumed).toEqual(expect.arrayContaining(['vacuum auth.sessions', 'vacuum storage.objects']));
});
