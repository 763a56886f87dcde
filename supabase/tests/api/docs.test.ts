import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '../support/embedded.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let stop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  const embedded = await startEmbedded({ requireEmailVerification: true });
  stop = embedded.stop;
  world = createWorld(embedded.backend);
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
});

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test('the walk through the API runs as it stands in docs/api.md', async () => {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands).join('\n');
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { ...process.env, API: `${world.webUrl}/api` } });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const ended = once(shell, 'close');
  // What a person does where the script waits: read the code in the mail and type it.
  const typeCodes = async () => {
    for (const address of ['anna@buyer.example', 'bob@supplier.example']) {
      const { text } = await world.mailTo(address);
      shell.stdin.write(`${/\b\d{6}\b/.exec(text)?.[0] ?? ''}\n`);
    }
  };
  await Promise.race([ended, typeCodes().then(() => ended)]);
  expect(shell.exitCode, printed).toBe(0);
  expect(printed).toMatch(/\n401\n$/);
  for (const line of ['anna-buys', 'Steel tubes, 20 tons a month', 'Can you ship in two parts?', '5']) {
    expect(printed.split('\n')).toContain(line);
  }
  const [stored] = await world.sql(`select
    (select count(*)::int from public.posts where cardinality(images) = 2) as posts,
    (select count(*)::int from public.quote_attachments) as documents,
    (select count(*)::int from public.messages) as messages,
    (select count(*)::int from public.reviews) as reviews`);
  expect(stored).toEqual({ posts: 1, documents: 1, messages: 2, reviews: 1 });
});
