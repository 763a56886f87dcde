/** A server as a process: it is killed, stopped, started twice, and loses nothing. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { FolderInUseError, folderHolder, lockFolder } from '../src/data/folder-lock.ts';
import { startEmbeddedSupabase } from '../src/server.ts';
import { clientOf, makeProject, signedIn } from './project.ts';

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
async function start(
  options: { dataDir?: string; supabasePort?: number; quiet?: boolean } = {},
  descriptors?: number,
): Promise<Started> {
  const limit = descriptors === undefined ? '' : `ulimit -n ${String(descriptors)} && `;
  const child = spawn(
    'sh',
    [
      '-c',
      `${limit}exec "$0" "$@"`,
      process.execPath,
      '--import',
      'tsx',
      fileURLToPath(new URL('./run-server.ts', import.meta.url)),
      JSON.stringify({ dir: project.projectDir, dataDir: project.dataDir, ...options }),
    ],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'pipe'] },
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
  const { data } = await clientOf(addresses, addresses.secretKey)
    .from('numbers')
    .select('n')
    .gt('n', from - 1)
    .order('n');
  return z
    .array(z.object({ n: z.number() }))
    .parse(data)
    .map(({ n }) => n);
};

beforeAll(async () => {
  // The service writes numbers here; the template is made once for all starts.
  project.write('supabase/migrations/20260101000200_numbers.sql', 'grant all on public.numbers to service_role;');
});
const endAll = () => Promise.all([...running].map((child) => end(child, 'SIGKILL')));
const functionOf = async ({ addresses }: Started) =>
  z.object({ pid: z.number() }).parse(await (await fetch(`${addresses.webUrl}/api/x`)).json()).pid;
afterAll(() => project.remove());

test('a failure that nothing waited for ends no server', async () => {
  onTestFinished(async () => void (await endAll()));
  const server = await start();
  server.child.kill('SIGUSR2');
  for (const n of [-1, -2, -3]) expect(await add(server, n)).toBe(201);
});

test('a function that ends while no descriptor is left comes back with them, and no server ends', async () => {
  onTestFinished(async () => void (await endAll()));
  const server = await start({ quiet: false }, 250);
  const pid = await functionOf(server);
  const { port } = new URL(server.addresses.webUrl);
  const sockets = Array.from({ length: 300 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
  await expect.poll(() => readdirSync(`/proc/${String(server.child.pid)}/fd`).length).toBeGreaterThan(245);
  const isTried = new Promise<void>((resolve) => {
    server.child.stderr?.on('data', (lines: Buffer) => /EMFILE|descriptor/.test(lines.toString()) && resolve());
    server.child.once('exit', () => resolve());
  });
  process.kill(pid, 'SIGKILL');
  await isTried;
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => await functionOf(server).catch(() => pid), { timeout: 15_000 }).not.toBe(pid);
});

test('a server killed while writing keeps acknowledged rows, leaves no function behind and starts again', async () => {
  onTestFinished(async () => void (await endAll()));
  const acknowledged: number[] = [];
  // A row may have been written whose answer the kill cut off; none is there that was never sent.
  const expectAllIn = async (server: Started) => {
    const kept = await has(server, 10_000);
    expect(acknowledged.filter((n) => !kept.includes(n))).toEqual([]);
    expect(kept.filter((n) => !sent.has(n))).toEqual([]);
  };
  const sent = new Set<number>();
  for (const round of [1, 2, 3]) {
    const server = await start();
    await expectAllIn(server);
    const functionPid = await functionOf(server);
    let open = true;
    const writing = (async () => {
      for (let n = round * 10_000; open; n += 1) {
        sent.add(n);
        if ((await add(server, n).catch(() => 0)) === 201) acknowledged.push(n);
      }
    })();
    await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(round * 15);
    await end(server.child, 'SIGKILL');
    open = false;
    await writing;
    await expect.poll(() => isAlive(functionPid), { timeout: 30_000 }).toBe(false);
  }
  await expectAllIn(await start());
}, 240_000);

describe('a running server', () => {
  let first: Started;

  beforeAll(async () => {
    first = await start();
  });
  afterAll(async () => void (await endAll()));

  test('a second start on the folder is refused within a second, naming process and folder', async () => {
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const began = performance.now();
      await expect(lockFolder(project.dataDir)).rejects.toThrow(
        new FolderInUseError(project.dataDir, first.child.pid ?? 0),
      );
      times.push(performance.now() - began);
    }
    // What the machine does beside makes a refusal slower, never quicker.
    expect(Math.min(...times)).toBeLessThan(1000);
    await expect(start()).rejects.toThrow(
      `the data folder ${project.dataDir} is in use by process ${String(first.child.pid)}`,
    );
    expect(await add(first, 5000)).toBe(201);
  }, 120_000);

  test('a signal stops it cleanly: data, files, mails and sessions return, and no process stays behind', async () => {
    const person = await signedIn(first.addresses, 'stays@example.com');
    await person.client.storage
      .from('pictures')
      .upload(`${person.id}/a.png`, new Blob(['kept'], { type: 'image/png' }));
    await person.client.from('notes').insert({ body: 'kept' });
    const functionPid = await functionOf(first);
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
});

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

test('exactly one of several starting processes takes over a stale lock', async () => {
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
  await expect(
    startEmbeddedSupabase({ project: project.project, dataDir, supabasePort: port, quiet: true }),
  ).rejects.toThrow(
    `Port ${String(port)} for the Supabase API is in use by another program. Free it, or choose another with SUPABASE_PORT=<port>.`,
  );
  expect(await folderHolder(dataDir)).toBeUndefined();
  other.close();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that has ended keeps its number until somebody asks how, which the first process of a container may never do.
  const status = `/proc/${String(pid)}/status`;
  return !existsSync(status) || !/^State:\s*Z/m.test(readFileSync(status, 'utf8'));
}
