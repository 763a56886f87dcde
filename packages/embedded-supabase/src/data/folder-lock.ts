import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { OWN_FOLDER } from '../platform/own-modes.ts';

const LOCK_FILE = 'server.lock';
const PROBE_MS = 700;

const lockSchema = z.object({ pid: z.number(), port: z.number(), token: z.string() });
type LockContent = z.infer<typeof lockSchema>;

/** Another running process holds the data folder. */
export class FolderInUseError extends Error {
  readonly pid: number;
  constructor(folder: string, pid: number) {
    super(
      `Already running: the data folder ${folder} is in use by process ${String(pid)}. Stop it first, or choose another DATA_DIR.`,
    );
    this.name = 'FolderInUseError';
    this.pid = pid;
  }
}

export interface FolderLock {
  /** Whether the last holder ended without its end: it can have left drafts. */
  tookOver: boolean;
  release(): Promise<void>;
}

/**
 * Locks the data folder for this process: the embedded database has no lock, and two processes on one folder silently
 * lose rows. The holder listens on a loopback port and answers with a token, because after a reboot its process id can
 * belong to another program.
 * @throws FolderInUseError within a second if a living process holds the folder; a stale lock is taken over
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  const file = join(folder, LOCK_FILE);
  const token = randomUUID();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(token);
  });
  const port = await listen(server);
  const content = JSON.stringify({ pid: process.pid, port, token } satisfies LockContent);
  let tookOver = false;
  try {
    while (!create(file, content)) {
      const seen = read(file);
      if (seen === undefined) continue;
      const holder = parse(seen);
      if (holder && (await isHeld(holder))) throw new FolderInUseError(folder, holder.pid);
      discard(file, seen);
      tookOver = true;
    }
  } catch (error) {
    server.close();
    throw error;
  }
  server.unref();
  return {
    tookOver,
    release: async () => {
      try {
        if (read(file) === content) rmSync(file, { force: true });
      } catch {
        // Without descriptors left, the lock stays. Nobody answers for it, so the next start takes it over.
      }
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The process that holds the folder now, if any. */
export async function folderHolder(folder: string): Promise<number | undefined> {
  const seen = read(join(folder, LOCK_FILE));
  const holder = seen === undefined ? undefined : parse(seen);
  return holder && (await isHeld(holder)) ? holder.pid : undefined;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The lock could not listen on a port'));
      else resolve(address.port);
    });
  });
}

function create(file: string, content: string): boolean {
  // The lock is written to a draft and hard-linked, so that a half-written lock is never read.
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, content);
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parse(content: string): LockContent | undefined {
  try {
    return lockSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

/** Removes the stale lock `seen`, unless another starting process has replaced it in the meantime: then that lock is restored. */
function discard(file: string, seen: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    if (read(aside) !== seen) linkSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** A connection that is accepted but not answered in time counts as held: the process can be busy, but exists. */
function isHeld(holder: LockContent): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: holder.port });
    const finish = (held: boolean) => {
      socket.destroy();
      resolve(held);
    };
    socket.setTimeout(PROBE_MS, () => finish(processExists(holder.pid)));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => finish(answer === holder.token));
    socket.on('error', () => finish(false));
  });
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
