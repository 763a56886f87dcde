import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { walkThroughApi } from '../support/api-walk.ts';
import { ownWorld } from '../support/embedded/own-world.ts';

const world = await ownWorld({ requireEmailVerification: true });
const folder = await mkdtemp(join(tmpdir(), 'docs-'));

afterAll(() => rm(folder, { recursive: true, force: true }));

test('[A629] the walk through the API runs as it stands in docs/api.md', async () => {
  const { exitCode, printed } = await walkThroughApi(
    `${world.webUrl}/api`,
    folder,
    async (address) => (await world.mailTo(address)).text,
  );
  expect(exitCode, printed).toBe(0);
  expect(printed).toMatch(/\n401\n$/);
  for (const line of [
    'anna-buys',
    'Steel tubes, 20 tons a month',
    'Can you ship in two parts?',
    'No, seamless ones only.',
    'carl.tubes 640.00, bob.supplies 690.00',
    'shortlisted',
    'accepted',
    'Another supplier was chosen',
    'shortlist revise accept',
    'closed',
    '409',
    '5',
  ]) {
    expect(printed.split('\n'), printed).toContain(line);
  }
  const [stored] = await world.sql(`select
    (select count(*)::int from public.posts where cardinality(images) = 2) as posts,
    (select count(*)::int from public.quote_attachments) as documents,
    (select count(*)::int from public.messages) as messages,
    (select count(*)::int from public.reviews) as reviews`);
  expect(stored).toEqual({ posts: 1, documents: 1, messages: 2, reviews: 1 });
});
