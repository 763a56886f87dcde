import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { VERSION } from './version.ts';

test.each(['package.json', 'package-lock.json'])('%s names the version of the code', (file) => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(version).toBe(VERSION);
});
