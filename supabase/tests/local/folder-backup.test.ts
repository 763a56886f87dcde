/** The data folder, saved and brought back by the commands of docs/operate.md. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from 'embedded-supabase';
import { clientOf, makeProject, PASSWORD, signedIn } from 'embedded-supabase/small-project';
import { root } from './start-product.ts';

const run = promisify(execFile);
const project = makeProject();
const file = join(project.projectDir, 'saved.tar.gz');
let server: EmbeddedSupabase | undefined;

const open = (dataDir: string) =>
  startEmbeddedSupabase({ project: project.project, dataDir, requireEmailVerification: false, quiet: true });
const command = (name: 'backup' | 'restore', dataDir: string, archive = file) =>
  run(process.execPath, [join(root, 'scripts/machine/run.mjs'), name, archive], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });

beforeAll(async () => {
  server = await open(project.dataDir);
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

test('the copied folder of a stopped server brings back rows, files, accounts and sessions', async () => {
  if (!server) throw new Error('not started');
  const person = await signedIn(server, 'keeps@example.com');
  await person.client.from('notes').insert({ body: 'kept' });
  await person.client.storage.from('pictures').upload(`${person.id}/a.png`, new Blob(['kept'], { type: 'image/png' }));
  await expect(command('backup', project.dataDir)).rejects.toThrow(/Already running/);
  expect(existsSync(file)).toBe(false);
  await server.stop();

  await command('backup', project.dataDir);
  expect(statSync(file).mode & 0o077).toBe(0);
  await expect(command('backup', project.dataDir)).rejects.toThrow(/exists already/);

  const elsewhere = join(project.projectDir, 'elsewhere');
  await command('restore', elsewhere);
  server = await open(elsewhere);
  const client = clientOf(server);
  expect((await client.auth.signInWithPassword({ email: 'keeps@example.com', password: PASSWORD })).data.user?.id).toBe(
    person.id,
  );
  expect((await client.from('notes').select('body')).data).toEqual([{ body: 'kept' }]);
  expect(await (await client.storage.from('pictures').download(`${person.id}/a.png`)).data?.text()).toBe('kept');
  // A token of before the backup: the keys are part of it.
  expect((await clientOf(server).auth.getUser(person.token)).data.user?.id).toBe(person.id);
  await server.stop();
  await expect(command('restore', elsewhere)).rejects.toThrow(/has data already/);
});

test('a file that is no backup changes nothing', async () => {
  const target = join(project.projectDir, 'untouched');
  const text = join(project.projectDir, 'text.tar.gz');
  writeFileSync(text, 'no archive');
  await expect(command('restore', target, text)).rejects.toThrow(/cannot be read as a backup/);
  const foreign = join(project.projectDir, 'foreign');
  mkdirSync(join(foreign, 'db'), { recursive: true });
  mkdirSync(join(foreign, '.ssh'));
  const archive = join(project.projectDir, 'foreign.tar.gz');
  await run('tar', ['-czf', archive, '-C', foreign, 'db', '.ssh']);
  await expect(command('restore', target, archive)).rejects.toThrow(/is not a backup of a data folder/);
  await expect(command('backup', target, join(project.projectDir, 'none.tar.gz'))).rejects.toThrow(
    /There is no database in/,
  );
  expect(existsSync(target)).toBe(false);
});
