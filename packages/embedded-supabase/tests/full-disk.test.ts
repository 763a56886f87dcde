/** What a data folder has after a full disk, a kill or a power loss: whole parts, and nothing that takes room in vain. */
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { removeDrafts } from '../src/data/drafts.ts';
import { restoreFolder, saveFolder } from '../src/data/folder-backup.ts';
import { lockFolder } from '../src/data/folder-lock.ts';
import { fillFolder, type Level } from '../src/data/prepared-folders.ts';
import { startEmbeddedSupabase } from '../src/server.ts';
import { makeProject } from './project.ts';

const run = promisify(execFile);

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Calls `name` of a module in a process that can make files, but write nothing into them. */
function callWithoutRoom(module: string, name: string, argument: string): Promise<unknown> {
  const call = `import(${JSON.stringify(new URL(module, import.meta.url).href)}).then((all) => all[${JSON.stringify(name)}](process.argv[1]))`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', call, argument];
  return run('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node], { cwd: import.meta.dirname });
}

test.each([
  ['the lock', '../src/data/folder-lock.ts', 'lockFolder'],
  ['the keys', '../src/platform/keys.ts', 'loadKeys'],
])('%s cannot be written: nothing stays', async (_part, module, name) => {
  const folder = makeFolder();
  await expect(callWithoutRoom(module, name, folder)).rejects.toThrow('EFBIG');
  expect(readdirSync(folder)).toEqual([]);
});

test('a new folder is filled completely or not at all', async () => {
  const folder = makeFolder();
  const [dataDir, late] = [join(folder, 'data'), join(folder, 'late')];
  const level: Level = {
    name: 'only',
    hash: '',
    apply: (draft) => {
      for (let number = 0; number < 50; number += 1) write(join(draft, 'db', 'base', String(number)));
      write(join(draft, 'storage', 'aa', 'file'));
      // Cannot be copied before it leads somewhere.
      symlinkSync(late, join(draft, 'db', 'link'));
      return Promise.resolve();
    },
  };
  const fill = () => fillFolder(dataDir, [level], join(folder, 'cache'));
  for (let start = 0; start < 2; start += 1) {
    await expect(fill()).rejects.toThrow('ENOENT');
    expect(readdirSync(dataDir)).toEqual([]);
  }
  write(join(dataDir, 'storage', 'bb', 'kept'));
  await expect(fill()).rejects.toThrow('ENOENT');
  expect(readdirSync(dataDir)).toEqual(['storage']);
  write(late);
  await fill();
  expect(readdirSync(dataDir)).toEqual(['db', 'storage']);
  expect(readdirSync(join(dataDir, 'storage'))).toEqual(['aa', 'bb']);
  expect(readdirSync(join(dataDir, 'db', 'base'))).toHaveLength(50);
});

/** What killed processes leave half-written, and names that only look alike. */
function leaveDrafts(dataDir: string): { drafts: string[]; others: string[] } {
  const id = randomUUID();
  const drafts = [
    `db.${id}/base/1`,
    `storage.${id}/aa/1`,
    `restore.${id}/db/1`,
    `keys.json.${id}`,
    `folder-id.${id}`,
    `release.${id}`,
    `backups/before-0.1.0-20260101000000.tar.gz.${id}`,
    `mails/00000000000001-${id}.json.${id}`,
  ].map((path) => join(dataDir, path));
  const others = [`db.old/1`, `notes.${id}`, `server.lock.${id}`, `backups/own.tar.gz.${id}`, `storage/db.${id}`].map(
    (path) => join(dataDir, path),
  );
  for (const path of [...drafts, ...others]) write(path);
  return { drafts, others };
}

test('a start removes the drafts of killed ones, and only if it holds the folder', async () => {
  const made = makeProject();
  onTestFinished(() => made.remove());
  const { dataDir } = made;
  const { drafts, others } = leaveDrafts(dataDir);
  const start = () => startEmbeddedSupabase({ project: made.project, dataDir, quiet: true });
  const lock = await lockFolder(dataDir);
  await expect(start()).rejects.toThrow('Already running');
  expect(drafts.filter((path) => !existsSync(path))).toEqual([]);
  await lock.release();

  const server = await start();
  onTestFinished(() => server.stop());
  expect(drafts.filter((path) => existsSync(path))).toEqual([]);
  expect(readdirSync(dataDir).filter((name) => /^(?:restore|db|storage)\.(?!old$)/.test(name))).toEqual([]);
  expect(others.filter((path) => !existsSync(path))).toEqual([]);
});

test('drafts of uploads are removed after an end without a stop, and before a backup', async () => {
  const made = makeProject();
  onTestFinished(() => made.remove());
  const { dataDir } = made;
  const name = `ab${'0'.repeat(62)}`;
  const [draft, ...others] = [
    `ab/${name}.${randomUUID()}`,
    `ab/${name}`,
    `ab/${name}.old`,
    `ab/own.${randomUUID()}`,
  ].map((path) => join(dataDir, 'storage', path));
  const leave = () => [draft, ...others].forEach((path) => write(path ?? ''));
  const startAndStop = async () => {
    const server = await startEmbeddedSupabase({ project: made.project, dataDir, quiet: true });
    await server.stop();
  };
  leave();
  await startAndStop();
  // The names of all files are only read when a process can have left some.
  expect(existsSync(draft ?? '')).toBe(true);
  const kill = () => write(join(dataDir, 'server.lock'), JSON.stringify({ pid: 1, port: 1, token: '' }));
  kill();
  await startAndStop();
  expect([draft, ...others].map((path) => existsSync(path ?? ''))).toEqual([false, true, true, true]);
  leave();
  kill();
  await saveFolder(dataDir, join(made.projectDir, 'saved.tar.gz'));
  expect(existsSync(draft ?? '')).toBe(false);
});

test('a stop without file descriptors left ends, and its lock is taken over', async () => {
  const folder = makeFolder();
  const lock = await lockFolder(folder);
  const file = join(folder, 'server.lock');
  const content = readFileSync(file, 'utf8');
  rmSync(file);
  // Cannot be read, as a file without a descriptor.
  mkdirSync(file);
  await expect(lock.release()).resolves.toBeUndefined();
  rmSync(file, { recursive: true });
  write(file, content);
  const next = await lockFolder(folder);
  expect(next.tookOver).toBe(true);
  await next.release();
});

test('a folder that does not exist has no drafts', async () => {
  await expect(removeDrafts(join(makeFolder(), 'none'))).resolves.toBeUndefined();
});

test('the release is written when it changes, and not into the file that is there', async () => {
  const made = makeProject();
  onTestFinished(() => made.remove());
  const file = join(made.dataDir, 'release');
  const startOf = async (release: string) => {
    const server = await startEmbeddedSupabase({
      project: { ...made.project, release },
      dataDir: made.dataDir,
      quiet: true,
    });
    await server.stop();
  };
  await startOf('1.0.0');
  const before = join(made.projectDir, 'release-before');
  linkSync(file, before);
  await startOf('1.1.0');
  expect([readFileSync(before, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['1.0.0', '1.1.0']);
  const { mtimeMs } = statSync(file);
  await startOf('1.1.0');
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});

test('a backup has what linked parts of the folder lead to, and no link to nothing', async () => {
  const folder = makeFolder();
  const [from, to, disk] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'disk')];
  const parts = ['db/1', 'storage/aa/1', 'mails/1', 'keys.json', 'release'];
  for (const part of parts) write(join(disk, part));
  mkdirSync(from);
  for (const part of ['db', 'storage', 'mails', 'keys.json', 'release'])
    symlinkSync(join(disk, part), join(from, part));
  await saveFolder(from, join(folder, 'saved.tar.gz'));
  expect(readdirSync(from).toSorted()).toEqual(['db', 'keys.json', 'mails', 'release', 'storage']);
  rmSync(disk, { recursive: true });
  await restoreFolder(to, join(folder, 'saved.tar.gz'));
  expect(parts.filter((part) => !lstatSync(join(to, part)).isFile())).toEqual([]);
  expect(lstatSync(join(to, 'storage')).isDirectory()).toBe(true);

  rmSync(join(to, 'storage'), { recursive: true });
  symlinkSync(disk, join(to, 'storage'));
  await expect(saveFolder(to, join(folder, 'more.tar.gz'))).rejects.toThrow('storage is a link to nothing');
  mkdirSync(disk);
  execFileSync('tar', ['-czf', join(folder, 'old.tar.gz'), '-C', to, 'storage', 'db']);
  await expect(restoreFolder(join(folder, 'new'), join(folder, 'old.tar.gz'))).rejects.toThrow(
    'only a link in place of storage',
  );
});

test('a backup is restored completely or not at all, without the drafts of a killed try', async () => {
  const folder = makeFolder();
  const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'saved.tar.gz')];
  for (const part of ['db/1', 'storage/aa/1', 'keys.json']) write(join(from, part));
  await saveFolder(from, file);
  const { drafts } = leaveDrafts(to);
  rmSync(join(to, 'storage'), { recursive: true });
  rmSync(join(to, 'mails'), { recursive: true });
  const others = readdirSync(to).filter((name) => !drafts.some((path) => path.startsWith(join(to, name))));
  // A link to nothing: no folder can take its name.
  symlinkSync(join(folder, 'nothing'), join(to, 'db'));
  await expect(restoreFolder(to, file)).rejects.toThrow('ENOTDIR');
  expect(readdirSync(to)).toEqual(['backups', 'db', ...others.filter((name) => name !== 'backups')].sort());
  rmSync(join(to, 'db'));
  await restoreFolder(to, file);
  expect(['db/1', 'storage/aa/1', 'keys.json'].filter((part) => !existsSync(join(to, part)))).toEqual([]);
});
