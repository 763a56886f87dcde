import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serveAs } from '../database/asking-client.ts';

/** The problem of a part of the server, in a few words for strangers; undefined if it works. */
type Check = () => Promise<string | undefined>;
/** Warnings: parts that work and need an operator, in a few words for strangers. */
type Warn = () => Promise<string[]>;

/** An answer counts for this time, so that many questions cost little. */
const FRESH_MS = 1_000;
const PATIENCE_MS = 4_000;

interface Readiness {
  status: number;
  body: { ready: boolean; [part: string]: string | boolean | string[] };
}

/**
 * The answers to monitors and load balancers, on every port: `/healthz` while the process answers, `/readyz` while it
 * can serve, with warnings for the operator.
 */
export class Health {
  #checks: Readonly<Record<string, Check>> | undefined;
  #warn: Warn = () => Promise.resolve([]);
  #isStopping = false;
  #last: { at: number; readiness: Promise<Readiness> } | undefined;

  /** Ends the start. */
  begin(checks: Readonly<Record<string, Check>>, warn?: Warn): void {
    this.#checks = checks;
    if (warn) this.#warn = warn;
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Answers a request for one of the paths. @returns whether it is one */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const [path] = (request.url ?? '').split('?');
    if (path !== '/healthz' && path !== '/readyz') return false;
    const send = ({ status, body }: { status: number; body: unknown }) => {
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
    };
    if (request.method !== 'GET' && request.method !== 'HEAD')
      send({ status: 405, body: { message: 'Method not allowed' } });
    else if (path === '/healthz') send({ status: 200, body: { alive: true } });
    else void this.#readiness().then(send);
    return true;
  }

  async #readiness(): Promise<Readiness> {
    if (this.#isStopping) return { status: 503, body: { ready: false, server: 'stopping' } };
    const checks = this.#checks;
    if (!checks) return { status: 503, body: { ready: false, server: 'starting' } };
    const now = performance.now();
    // As a client, whose statements end early on a silent database: those of the server hold its few connections for longer.
    if (!this.#last || now - this.#last.at > FRESH_MS)
      this.#last = { at: now, readiness: serveAs('monitor', () => readinessOf(checks, this.#warn)) };
    return this.#last.readiness;
  }
}

async function readinessOf(checks: Readonly<Record<string, Check>>, warn: Warn): Promise<Readiness> {
  const warned = Promise.race([warn(), delay<string[]>(PATIENCE_MS, [], { ref: false })]).catch(() => []);
  const parts = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      const late = delay(PATIENCE_MS, 'does not answer', { ref: false });
      const lack = await Promise.race([check(), late]).catch(() => 'cannot be reached');
      return [part, lack ?? 'ok'] as const;
    }),
  );
  const warnings = await warned;
  const ready = parts.every(([, state]) => state === 'ok');
  return {
    status: ready ? 200 : 503,
    body: { ready, ...Object.fromEntries(parts), ...(warnings.length > 0 && { warnings }) },
  };
}
