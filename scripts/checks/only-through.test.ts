import { expect, test } from 'vitest';
import { loadedBy, onlyThrough } from './only-through.ts';

test('a module loads its imports, exports and lazy imports, but no types', () => {
  const text = `
    import './a.ts';
    import { b, type B } from '@/b.ts';
    import type { C } from './c.ts';
    import { type D } from './d.ts';
    export { e } from '@domain/e.ts';
    export type { F } from './f.ts';
    import zod from 'zod';
    const load = () => import('../g.ts');`;
  expect(loadedBy({ file: 'web/src/app/x.ts', text })).toEqual([
    'web/src/app/a.ts',
    'web/src/b.ts',
    'zod',
    'supabase/functions/_shared/domain/e.ts',
    'web/src/g.ts',
  ]);
});

test('modules behind a door are those that nothing else reaches', () => {
  const loads = new Map([
    ['main', ['router', 'shared']],
    ['router', ['door', 'page']],
    ['page', ['used by both']],
    ['door', ['admin page', 'used by both']],
    ['admin page', ['admin part', 'shared', 'router']],
    ['admin part', ['admin page']],
    ['test helper', ['of a helper']],
    ['of a helper', []],
  ]);
  const behind = onlyThrough(loads, (file) => file === 'door');
  expect([...behind].toSorted()).toEqual(['admin page', 'admin part']);
});
