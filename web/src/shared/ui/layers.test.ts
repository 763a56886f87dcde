import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(process.cwd(), 'web/src');

/** A class of the own module beside one that comes from elsewhere, on one element. */
const MERGED = /className=\{`\$\{[^`]*\$\{className\b|const names = `\$\{classes\.\w+\} \$\{className\}/;

/** Style sheets of components that are given a class beside their own, and of hooks that give one. */
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const [, sheet] = /from '(\.\/[\w-]+\.module\.css)'/.exec(code) ?? [];
    const isShared = (MERGED.test(code) && !code.includes('useHighlight')) || file.endsWith('use-highlight.ts');
    return sheet && isShared ? [join(dirname(file), sheet).replaceAll('\\', '/')] : [];
  })
  .sort();

test('components that take a class have their own rules in a layer below it', () => {
  expect(sheets).toEqual([
    'features/posts/card/category-badge.module.css',
    'shared/ui/fact-list.module.css',
    'shared/ui/highlight/highlight.module.css',
    'shared/ui/plain/plain-avatar.module.css',
    'shared/ui/plain/plain-button.module.css',
    'shared/ui/plain/plain-icon.module.css',
  ]);
  for (const sheet of sheets)
    expect(readFileSync(join(root, sheet), 'utf8'), sheet).toMatch(/^@layer kit \{\n(?:(?:  .*)?\n)*\}\n$/);
});
