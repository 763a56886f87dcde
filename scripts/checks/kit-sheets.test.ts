/**
 * Checks that a file imports the style sheets of the kit parts that it draws: another file of the same page can import
 * them, until the build splits the files differently.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { reachedFrom } from './only-through.ts';
import { pageSources } from './project-files.mjs';

const SHEET = /^import '@mantine\/core\/styles\/(\w+)\.css';$/gm;
const PARTS = /^import \{([^}]*)\} from '@mantine\/core';$/gm;
const OWN = /^import (?!type )[^']*from '((?:@\/|\.{1,2}\/)[^']+\.tsx?)';$/gm;

const sheetsIn = (text: string) => [...text.matchAll(SHEET)].map(([, name = '']) => name);

/** @param from the file that imports @param what `@/…` or `./…` */
const pathOf = (from: string, what: string) =>
  what.startsWith('@/') ? what.slice(2) : new URL(what, `file:///${from}`).pathname.slice(1);

/**
 * Parts of the kit whose style sheet is neither imported by the file that draws them nor by one of its imports.
 * @param files path below web/src → text
 * @param hasSheet whether the kit has a sheet of this name
 */
function partsWithoutSheet(files: ReadonlyMap<string, string>, hasSheet: (part: string) => boolean): string[] {
  const always = sheetsIn(files.get('app/styles.ts') ?? '');
  return [...files].flatMap(([file, text]) => {
    const parts = [...text.matchAll(PARTS)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ') && hasSheet(name) && !always.includes(name));
    if (parts.length === 0) return [];
    const brought = reachedFrom([file], (from) =>
      [...(files.get(from) ?? '').matchAll(OWN)].map(([, what = '']) => pathOf(from, what)),
    );
    const sheets = [...brought].flatMap((each) => sheetsIn(files.get(each) ?? ''));
    return parts.filter((part) => !sheets.includes(part)).map((part) => `${file}: ${part}`);
  });
}

const kit = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const hasSheet = (part: string) => existsSync(join(kit, 'styles', `${part}.css`));

test('every used part of the kit has its style sheet imported', () => {
  const files = new Map(pageSources().map(({ file, text }) => [file, text]));
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
