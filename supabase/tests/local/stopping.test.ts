/** A server that is stopped while it serves, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeProject } from 'embedded-supabase/small-project';
import { createOwnDatabase } from '../support/postgres/own-database.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';

const SERVER = fileURLToPath(new URL('../../../packages/embedded-supabase/tests/run-server.ts', import.meta.url));
/** Reads its request, asks the database, answers, and writes afterwards. */
const API = `
const { default: key } = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS'));
const numbers = (query, init) => fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/numbers' + query, {
  ...init, headers: { apikey: key, 'content-type': 'application/json' },
});
Deno.serve(async (request) => {
  if (request.method === 'GET') return Response.json({ pid: Deno.pid });
  const body = await request.json();
  const found = await (await numbers('?select=n&limit=1')).json();
  EdgeRuntime.waitUntil(numbers('', { method: 'POST', body: JSON.stringify({ n: body.n }) }));
  return Response.json(found);
});`;

const addressesSchema = z.object({ supabaseUrl: z.string(), webUrl: z.string(), secretKey: z.string() });

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
});

async function start(project: ReturnType<typeof makeProject>, databaseUrl?: string) {
  const options = { dir: project.projectDir, dataDir: project.dataDir, ...(databaseUrl && { databaseUrl }) };
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, ...addressesSchema.parse(JSON.parse(String(line))) };
}

/** Sends all of a request but its last byte, and waits until the server has accepted it. */
async function begin(agent: Agent, url: string, headers: Record<string, string>, body: string) {
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, 'content-length': body.length, expect: '100-continue' },
  });
  const answered = once(sent, 'response');
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, -1));
  return async () => {
    sent.end(body.slice(-1));
    const [answer]: IncomingMessage[] = await answered;
    answer?.resume();
    return [answer?.statusCode, answer?.headers.connection];
  };
}

/** Whether a port takes a connection. */
const accepts = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test.each(['the embedded database', 'a Postgres'])(
  'fifty accepted requests are answered after SIGTERM, on %s',
  async (database) => {
    const project = makeProject({ api: API });
    onTestFinished(() => project.remove());
    project.write('supabase/migrations/20260101000200_numbers.sql', 'grant all on public.numbers to service_role;');
    const databaseUrl = database === 'a Postgres' ? await createOwnDatabase(postgres.url) : undefined;
    const server = await start(project, databaseUrl);
    const { pid } = z.object({ pid: z.number() }).parse(await (await fetch(`${server.webUrl}/api/x`)).json());
    const agent = new Agent({ keepAlive: true });
    const key = { apikey: server.secretKey };
    const auth = { ...key, authorization: `Bearer ${server.secretKey}` };
    const finish = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        begin(agent, `${server.webUrl}/api/x`, {}, JSON.stringify({ n: 5000 + index })),
        begin(agent, `${server.supabaseUrl}/functions/v1/api/x`, auth, JSON.stringify({ n: 6000 + index })),
        begin(agent, `${server.supabaseUrl}/rest/v1/numbers`, key, JSON.stringify({ n: 7000 + index })),
        begin(
          agent,
          `${server.supabaseUrl}/auth/v1/token?grant_type=password`,
          key,
          JSON.stringify({ email: `p${String(index)}@example.com`, password: 'Passw0rd!' }),
        ),
        begin(
          agent,
          `${server.supabaseUrl}/storage/v1/object/pictures/${String(index)}.png`,
          { ...auth, 'content-type': 'image/png' },
          'kept',
        ),
      ]).flat(),
    );
    const ended = once(server.child, 'exit');
    // As from a terminal, where the functions get the signal too.
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    server.child.kill('SIGTERM');
    for (const address of [server.webUrl, server.supabaseUrl])
      await expect.poll(() => accepts(address), { interval: 5 }).toBe(false);

    const answers = await Promise.all(finish.map((end) => end()));
    const wanted = [200, 200, 201, 400, 200].map((status) => [status, 'close']);
    expect(answers).toEqual(Array.from({ length: 10 }, () => wanted).flat());
    expect(await ended).toEqual([0, null]);
    agent.destroy();

    // What they wrote is there, also after their answers.
    const next = await start(project, databaseUrl);
    const found = await fetch(`${next.supabaseUrl}/rest/v1/numbers?select=n&n=gt.4999&order=n`, {
      headers: { apikey: next.secretKey },
    });
    const expected = [5000, 6000, 7000].flatMap((from) => Array.from({ length: 10 }, (_, n) => ({ n: from + n })));
    expect(await found.json()).toEqual(expected);
    next.child.kill('SIGTERM');
    expect(await once(next.child, 'exit')).toEqual([0, null]);
  },
  240_000,
);
