import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from './free-port.ts';

/** npm packages of the Deno versions that run the functions. */
const DENO_PACKAGES = { newest: 'deno', hosted: 'deno-of-hosted' } as const;
export type FunctionsRuntime = keyof typeof DENO_PACKAGES;

/** Parts that the process of each function needs. */
export interface EdgeFunctionParts {
  projectDir: string;
  /** The environment of the functions; nothing else of this process reaches them. */
  env: Record<string, string>;
  /** Files that functions can read. */
  readableFiles: readonly string[];
  /** Deno's compile cache. */
  cacheDir: string;
  /** Restarts a function when its files change. */
  watch: boolean;
  runtime: FunctionsRuntime;
  /** Time without a sign of life after which a process is killed and restarted, in milliseconds; 30 s if left out. */
  stuckAfter?: number;
  /** Takes a line of its standard error. */
  log: (line: string) => void;
  /** Receives each line of its standard output; these are not errors. */
  say: (line: string) => void;
}

/** Time for which a request waits for a starting function. */
const READY_MS = 15_000;
/** Bytes from which an answer is streamed. */
const LONGEST_PIECE = 256 * 1024;
/** Time for which work after answers can end. */
const STOP_MS = 5_000;
const FIRST_RESTART_MS = 200;
const LONGEST_RESTART_MS = 5_000;
/** Hosted Supabase ends a function after two seconds of processor time; here all its requests share one process. */
const STUCK_MS = 30_000;
/** Answered by host-function.mjs, without the code of the function. */
const ALIVE = '/-/alive';
/** A function that works hard leaves the processor to this server, which answers everybody's reads. */
const FUNCTION_NICENESS = 5;

/** One edge function: a separate Deno process with access to the network and one file. */
export class EdgeFunction {
  readonly #name: string;
  readonly #folder: string;
  readonly #deno: string;
  readonly #parts: EdgeFunctionParts;
  #process: ChildProcess | undefined;
  #port: Promise<number> | undefined;
  #restartAfter = FIRST_RESTART_MS;
  #isUp = false;
  readonly #stopped = new AbortController();

  constructor(name: string, folder: string, deno: string, parts: EdgeFunctionParts) {
    this.#name = name;
    this.#folder = folder;
    this.#deno = deno;
    this.#parts = parts;
  }

  start(): void {
    this.#waitFor(this.#run());
  }

  /** Whether it listens. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Resolves when the first start has succeeded or failed. */
  async started(): Promise<void> {
    await this.#port?.catch(() => undefined);
  }

  async fetch(path: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> {
    try {
      // Once it listens, nothing is left to wait for: a timer of each request would outlive its answer.
      const port = await (this.#isUp
        ? this.#port
        : Promise.race([this.#port, delay(READY_MS, undefined, { ref: false })]));
      if (port === undefined) throw new Error('not started');
      const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, init);
      const headers = new Headers(answer.headers);
      const body = isShort(headers) ? new Uint8Array(await answer.arrayBuffer()) : answer.body;
      // fetch has already decompressed the body.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])
        headers.delete(name);
      showAsHosted(init.method ?? 'GET', headers);
      return new Response(answer.body === null ? null : body, { status: answer.status, headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      return Response.json(
        { code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' },
        { status: 503, headers: { 'Retry-After': '1' } },
      );
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    // It ends when its standard input does: see host-function.mjs.
    running.stdin?.end();
    if (this.#parts.watch) running.kill('SIGTERM');
    const killer = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killer);
  }

  async #run(): Promise<number> {
    const port = await freePort();
    const running: ChildProcess = spawn(this.#deno, this.#arguments(port), {
      cwd: this.#parts.projectDir,
      // Its standard input stays open while this process lives: see host-function.mjs.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...this.#parts.env,
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        DENO_DIR: this.#parts.cacheDir,
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
      },
    });
    this.#process = running;
    running.once('error', (error) => this.#parts.log(`[${this.#name}] ${error.message}`));
    if (running.pid !== undefined) setPriority(running.pid, Math.min(getPriority() + FUNCTION_NICENESS, 19));
    const printTo = (tell: (line: string) => void) => (chunk: Buffer) => {
      // A stack is indented below its message.
      for (const text of chunk.toString().split(/\n(?![\s}])/)) {
        if (text.trim() !== '') tell(`[${this.#name}] ${text.trimEnd()}`);
      }
    };
    // Without descriptors, spawn returns no streams, and no `close` follows.
    if (!running.stdout || !running.stderr) throw new Error('A process has no streams where no descriptor is left');
    running.stdout.on('data', printTo(this.#parts.say));
    running.stderr.on('data', printTo(this.#parts.log));
    const ended = new AbortController();
    running.once('close', () => {
      this.#isUp = false;
      ended.abort();
      if (!this.#stopped.signal.aborted) this.#startAgain();
    });
    await untilListening(port, ended.signal);
    this.#restartAfter = FIRST_RESTART_MS;
    this.#isUp = true;
    void this.#endWhenStuck(running, port, ended.signal);
    return port;
  }

  /** A loop that does not end would hold up every request until somebody restarts the server. */
  async #endWhenStuck(running: ChildProcess, port: number, ended: AbortSignal): Promise<void> {
    const { stuckAfter = STUCK_MS } = this.#parts;
    while (!ended.aborted) {
      await delay(stuckAfter / 2, undefined, { ref: false });
      const asked = AbortSignal.timeout(stuckAfter);
      await fetch(`http://127.0.0.1:${String(port)}${ALIVE}`, { signal: asked }).catch(() => undefined);
      if (!asked.aborted || ended.aborted) continue;
      this.#parts.log(`Function ${this.#name}: it was stuck, and starts anew`);
      running.kill('SIGKILL');
      return;
    }
  }

  /** Restarts a crashed function at once, and one that cannot start at increasing intervals. */
  #startAgain(): void {
    const wait = this.#restartAfter;
    this.#restartAfter = Math.min(wait * 2, LONGEST_RESTART_MS);
    this.#waitFor(delay(wait, undefined, { signal: this.#stopped.signal }).then(() => this.#run()));
  }

  /** Logs why a start has failed, unless it was stopped, and tries again unless the end of the process has done so. */
  #waitFor(port: Promise<number>): void {
    this.#port = port;
    port.catch((error: unknown) => {
      if (this.#stopped.signal.aborted) return;
      this.#parts.log(`Function ${this.#name}: ${error instanceof Error ? error.message : String(error)}`);
      if (port === this.#port) this.#startAgain();
    });
  }

  #arguments(port: number): string[] {
    const own = join(this.#folder, 'deno.json');
    const shared = join(dirname(this.#folder), 'deno.json');
    const config = [own, shared].find((file) => existsSync(file));
    return [
      'run',
      '--no-prompt',
      '--allow-net',
      '--allow-env',
      ...(this.#parts.readableFiles.length > 0 ? [`--allow-read=${this.#parts.readableFiles.join(',')}`] : []),
      // Packages come from the project's own node_modules: nothing is downloaded, and npm's lock file decides.
      '--node-modules-dir=manual',
      '--cached-only',
      '--no-lock',
      // Without it, the newest Deno warns at each start that the meaning of a request's signal will change; the hosted
      // one knows neither.
      ...(this.#parts.runtime === 'newest' ? ['--unstable-no-legacy-abort'] : []),
      ...(this.#parts.watch ? ['--watch', '--no-clear-screen'] : []),
      ...(config === undefined ? [] : ['--config', config]),
      ...this.#modules(),
      String(port),
      ...(this.#parts.watch ? ['watch'] : []),
    ];
  }

  /** The function, preceded by the module that prepares its process. */
  #modules(): string[] {
    const host = new URL('./host-function.mjs', import.meta.url);
    const index = join(this.#folder, 'index.ts');
    if (this.#parts.runtime === 'newest') return ['--preload', fileURLToPath(host), index];
    // The hosted Deno has no such option, and a function has no read access to files that it would have to import itself.
    const folder = join(this.#parts.projectDir, 'supabase', '.temp', 'entries');
    mkdirSync(folder, { recursive: true });
    const entry = join(folder, `${this.#name}.mjs`);
    writeFileSync(entry, [host, pathToFileURL(index)].map(({ href }) => `import ${JSON.stringify(href)};\n`).join(''));
    return [entry];
  }
}

/**
 * Whether an answer is sent as one piece. The end of a stream is unknown, so `@hono/node-server` waits for a timer
 * before it sends the first part, which is longer than most answers take.
 */
const isShort = (headers: Headers): boolean => Number(headers.get('content-length') ?? Infinity) <= LONGEST_PIECE;

/** Hosted Supabase serves no pages from functions: HTML in an answer to GET arrives as plain text, in a sandbox. */
function showAsHosted(method: string, headers: Headers): void {
  const type = headers.get('content-type') ?? '';
  if (method !== 'GET' || !/^text\/html\b/i.test(type)) return;
  headers.set('content-type', type.replace(/^text\/html/i, 'text/plain'));
  headers.set('content-security-policy', "default-src 'none'; sandbox");
}

/** The Deno program from npm, which can have skipped the install script that puts it in place. */
export function denoProgram(runtime: FunctionsRuntime): string {
  const folder = dirname(createRequire(import.meta.url).resolve(`${DENO_PACKAGES[runtime]}/package.json`));
  const program = join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno');
  if (!existsSync(program)) spawnSync(process.execPath, [join(folder, 'bin.cjs'), '--version'], { stdio: 'ignore' });
  if (!existsSync(program)) throw new Error('Deno is missing: run "npm rebuild deno"');
  return program;
}

/** Waits as long as the program runs: starting takes long on a busy machine, and a program that fails exits. */
async function untilListening(port: number, ended: AbortSignal): Promise<void> {
  while (!(await accepts(port))) {
    if (ended.aborted) throw new Error('it ended before it listened');
    await delay(20);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
