/** A server as a process: it is killed, stopped, started twice, and loses nothing. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { FolderInUseError, folderHolder, lockFolder } from '../../local/folder-lock.ts';
import { startLocalSupabase } from '../../local/server.ts';
import { clientOf, makeProject, root, signedIn } from './project.ts';

const project = makeProject({ api: `Deno.serve(() => Response.json({ pid: Deno.pid }));` });
const running = new Set<ChildProcess>();

const addressesSchema = z.object({
  supabaseUrl: z.string(),
  webUrl: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
});

interface Started {
  child: ChildProcess;
  addresses: z.infer<typeof addressesSchema>;
}

/** Starts a server process. @throws with what it wrote when it ends instead. */
async function start(options: { dataDir?: string; supabasePort?: number } = {}): Promise<Started> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('./run-server.ts', import.meta.url)),
      JSON.stringify({ projectDir: project.projectDir, dataDir: project.dataDir, ...options }),
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(output);
    });
    child.once('exit', () => reject(new Error(errors.trim())));
  });
  return { child, addresses: addressesSchema.parse(JSON.parse(line)) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = z
    .tuple([z.number().nullable()])
    .rest(z.unknown())
    .parse(await exit);
  return code;
}

const add = async ({ addresses }: Started, n: number) =>
  (await clientOf(addresses, addresses.secretKey).from('numbers').insert({ n })).status;
const has = async ({ addresses }: Started, from: number) => {
  const { data } = await clientOf(addresses, addresses.secretKey).from('numbers').select('n').gte('n', from).order('n');
  return z
    .array(z.object({ n: z.number() }))
    .parse(data)
    .map(({ n }) => n);
};

beforeAll(async () => {
  // The service writes numbers here; the template is made once for all starts.
  project.write('supabase/migrations/20260101000200_numbers.sql', 'grant all on public.numbers to service_role;');
});
afterEach(async () => {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
});
afterAll(() => project.remove());

test('killed in the middle of writing, it keeps every row that it acknowledged, and starts again', async () => {
  const acknowledged: number[] = [];
  for (const round of [1, 2, 3]) {
    const server = await start();
    expect(await has(server, 10_000)).toEqual(acknowledged);
    let open = true;
    const writing = (async () => {
      for (let n = round * 10_000; open; n += 1) {
        if ((await add(server, n).catch(() => 0)) === 201) acknowledged.push(n);
      }
    })();
    await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(round * 15);
    await end(server.child, 'SIGKILL');
    open = false;
    await writing;
  }
  const server = await start();
  const kept = await has(server, 10_000);
  // A row may have been written whose answer the kill cut off.
  expect(acknowledged.filter((n) => !kept.includes(n))).toEqual([]);
}, 240_000);

test('a stop on a signal ends cleanly: data, files, mails and sessions are there again, no process stays behind', async () => {
  const first = await start();
  const person = await signedIn(first.addresses, 'stays@example.com');
  await person.client.storage.from('pictures').upload(`${person.id}/a.png`, new Blob(['kept'], { type: 'image/png' }));
  await person.client.from('notes').insert({ body: 'kept' });
  const functionPid = z.object({ pid: z.number() }).parse(await (await fetch(`${first.addresses.webUrl}/api/x`)).json()).pid;
  expect(await end(first.child, 'SIGTERM')).toBe(0);
  expect(existsSync(join(project.dataDir, 'server.lock'))).toBe(false);
  expect(isAlive(functionPid)).toBe(false);

  const second = await start();
  const again = clientOf(second.addresses);
  const { data } = await again.auth.signInWithPassword({ email: 'stays@example.com', password: 'Passw0rd!' });
  expect(data.user?.id).toBe(person.id);
  expect((await again.from('notes').select('body')).data).toEqual([{ body: 'kept' }]);
  expect(await (await again.storage.from('pictures').download(`${person.id}/a.png`)).data?.text()).toBe('kept');
  expect(second.addresses.secretKey).toBe(first.addresses.secretKey);
}, 120_000);

test('a killed server leaves no function behind', async () => {
  const server = await start();
  const { pid } = z.object({ pid: z.number() }).parse(await (await fetch(`${server.addresses.webUrl}/api/x`)).json());
  await end(server.child, 'SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
}, 60_000);

test('a second start on the folder is refused within a second, naming process and folder', async () => {
  const server = await start();
  const began = performance.now();
  await expect(lockFolder(project.dataDir)).rejects.toThrow(new FolderInUseError(project.dataDir, server.child.pid ?? 0));
  expect(performance.now() - began).toBeLessThan(1000);
  await expect(start()).rejects.toThrow(`the data folder ${project.dataDir} is in use by process ${String(server.child.pid)}`);
  expect(await add(server, 5000)).toBe(201);
}, 120_000);

test('a stale lock is taken over, also when its process id belongs to another program now', async () => {
  const dataDir = join(project.projectDir, 'stale');
  const first = await lockFolder(dataDir);
  const content = z
    .object({ pid: z.number(), port: z.number(), token: z.string() })
    .parse(JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8')));
  await first.release();
  // This test's own process id: alive, and not the server of that lock.
  for (const stale of [
    JSON.stringify({ ...content, pid: process.pid }),
    JSON.stringify({ ...content, pid: 999_999_999 }),
    'half a lo',
  ]) {
    writeFileSync(join(dataDir, 'server.lock'), stale);
    expect(await folderHolder(dataDir)).toBeUndefined();
    const taken = await lockFolder(dataDir);
    expect(await folderHolder(dataDir)).toBe(process.pid);
    await taken.release();
  }
});

test('another program on the port of a stale lock does not hold the folder', async () => {
  const dataDir = join(project.projectDir, 'reused');
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = z.object({ port: z.number() }).parse(other.address());
  await (await lockFolder(dataDir)).release();
  writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ pid: process.pid, port, token: 'gone' }));
  await (await lockFolder(dataDir)).release();
  other.close();
});

test('of many starters at once exactly one takes a stale folder', async () => {
  const dataDir = join(project.projectDir, 'raced');
  await (await lockFolder(dataDir)).release();
  writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ pid: 999_999_999, port: 1, token: 'gone' }));
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dataDir)));
  const taken = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  expect(taken).toHaveLength(1);
  await taken[0]?.release();
});

test('a port in use is named, and nothing stays behind', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = z.object({ port: z.number() }).parse(other.address());
  const dataDir = join(project.projectDir, 'port');
  await expect(startLocalSupabase({ projectDir: project.projectDir, dataDir, supabasePort: port, quiet: true })).rejects.toThrow(
    `Port ${String(port)} for the Supabase API is in use by another program. Free it, or choose another with SUPABASE_PORT=<port>.`,
  );
  expect(await folderHolder(dataDir)).toBeUndefined();
  other.close();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
