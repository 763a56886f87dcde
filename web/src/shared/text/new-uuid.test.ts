import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newUuid } from './new-uuid.ts';

afterEach(() => vi.unstubAllGlobals());

test('a new UUID is a random one, with and without crypto.randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  for (const stub of [crypto, { getRandomValues }]) {
    vi.stubGlobal('crypto', stub);
    const ids = Array.from({ length: 500 }, newUuid);
    expect(new Set(ids).size).toBe(500);
    for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
  }
});

test('no code of the page calls crypto.randomUUID itself, which plain http lacks', () => {
  const root = new URL('../../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const callers = files.filter((file) => readFileSync(new URL(file, root), 'utf8').includes('randomUUID()'));
  expect(callers).toEqual(['shared/text/new-uuid.ts']);
});
