import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { partsWithoutSheet, sheetsIn } from './kit-sheets.mjs';
import { projectFiles } from './project-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kit = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
/** @param {string} part */
const hasSheet = (part) => existsSync(join(kit, 'styles', `${part}.css`));

test('every used part of the kit has its style sheet imported', () => {
  const files = new Map(
    projectFiles(root)
      .filter((path) => /^web\/src\/.*(?<!\.test)\.tsx?$/.test(path))
      .map((path) => [path.slice('web/src/'.length), readFileSync(join(root, path), 'utf8')]),
  );
  expect(sheetsIn(files.get('app/styles.ts') ?? '').filter(hasSheet).length).toBeGreaterThan(25);
  expect(hasSheet('Table')).toBe(true);
  expect(partsWithoutSheet(files, hasSheet)).toEqual([]);
});

test('a style sheet can come from an import of the file, not from a file that imports it', () => {
  const drawn = "import { Stack, Table, type TableProps } from '@mantine/core';\n";
  const sheet = "import '@mantine/core/styles/Table.css';\n";
  const styles = "import '@mantine/core/styles/Stack.css';\n";
  const files = new Map([
    ['app/styles.ts', styles],
    ['a/bare.tsx', drawn],
    ['a/own.tsx', drawn + sheet],
    ['a/asks.tsx', `${drawn}import { Own } from './between.tsx';\n`],
    ['a/between.tsx', "import { Own } from '@/a/own.tsx';\n"],
    ['a/types.tsx', `${drawn}import type { Own } from './own.tsx';\n`],
    ['a/around.tsx', `${sheet}import { Bare } from './bare.tsx';\n`],
  ]);
  expect(partsWithoutSheet(files, hasSheet)).toEqual(['a/bare.tsx: Table', 'a/types.tsx: Table']);
});
