import { describe, expect, test } from 'vitest';
import { fileOfFirstPages, loadedWith, type ModuleInfo } from './first-pages.ts';

const INDEX = '/n/@mantine/core/esm/index.mjs';

const modules: Record<string, ModuleInfo> = {
  home: { code: `import { Button, rem as r } from "@mantine/core";`, importedIds: [INDEX, 'card', 'both'] },
  post: { code: `import { Table } from "@mantine/core";`, importedIds: [INDEX, 'both'] },
  auth: { code: '', importedIds: [] },
  card: { code: '', importedIds: ['home'] },
  both: { code: '', importedIds: [] },
  [INDEX]: {
    code: `import { Button } from "./button/button.mjs";\nimport { em, rem } from "./rem.mjs";\nimport { Table } from "./table.mjs";`,
    importedIds: [
      '/n/@mantine/core/esm/button/button.mjs',
      '/n/@mantine/core/esm/rem.mjs',
      '/n/@mantine/core/esm/table.mjs',
    ],
  },
  '/n/@mantine/core/esm/button/button.mjs': { code: '', importedIds: ['/n/@mantine/core/esm/box.mjs'] },
};
const getModuleInfo = (id: string) => modules[id] ?? null;

test('of a library that names all its modules in one, only what is used is loaded, with what it imports', () => {
  expect([...loadedWith('home', getModuleInfo)].toSorted()).toEqual(
    [
      'home',
      'card',
      'both',
      '/n/@mantine/core/esm/button/button.mjs',
      '/n/@mantine/core/esm/box.mjs',
      '/n/@mantine/core/esm/rem.mjs',
    ].toSorted(),
  );
});

test('modules are together with those that the same pages load; the bundler decides on the rest', () => {
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, {}, []);
  const names = ['home', 'card', 'both', '/n/@mantine/core/esm/table.mjs', 'another'];
  expect(names.map((id) => fileOf(id, { getModuleInfo }))).toEqual([null, 'of-home', 'of-home-post', 'of-post', null]);
});

test('what comes beside a page has files of its own, but for what every page has loaded', () => {
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'] }, { user: ['menu', 'auth'] }, []);
  const graph: Record<string, ModuleInfo> = { ...modules, menu: { code: '', importedIds: ['both', 'card', 'item'] } };
  const names = ['menu', 'auth', 'item', 'card', 'both'];
  expect(names.map((id) => fileOf(id, { getModuleInfo: (module) => graph[module] ?? null }))).toEqual([
    null,
    null,
    'of-user',
    'of-home-user',
    'of-pages',
  ]);
});

describe('what other pages load as well', () => {
  /** A page of an own part and one that it shares with another page; `bytes` is the size of both. */
  const graphOf = (bytes: number): Record<string, ModuleInfo> => ({
    home: { code: '', importedIds: [] },
    auth: { code: '', importedIds: ['form', 'own', 'sign'] },
    terms: { code: '', importedIds: ['sign'] },
    form: { code: 'x'.repeat(bytes), importedIds: ['rules'] },
    rules: { code: 'x'.repeat(bytes), importedIds: [] },
    own: { code: 'x'.repeat(bytes), importedIds: [] },
    sign: { code: 'x'.repeat(bytes), importedIds: [] },
  });
  const filesOf = (graph: Record<string, ModuleInfo>, others: string[]) => {
    const fileOf = fileOfFirstPages({ home: ['home'], auth: ['auth'] }, {}, others);
    return ['form', 'rules', 'own', 'sign'].map((id) => fileOf(id, { getModuleInfo: (each) => graph[each] ?? null }));
  };

  test('is a file of its own where they would load much that they do not need', () => {
    expect(filesOf(graphOf(100_000), ['terms'])).toEqual(['of-auth', 'of-auth', 'of-auth', 'of-auth-2']);
  });

  test('stays in one file where that is little, or too small for a file, or where no other page needs any', () => {
    const inOne = ['of-auth', 'of-auth', 'of-auth', 'of-auth'];
    expect(filesOf(graphOf(20_000), ['terms'])).toEqual(inOne);
    const small = { ...graphOf(100_000), sign: { code: 'x', importedIds: [] } };
    expect(filesOf(small, ['terms'])).toEqual(inOne);
    expect(filesOf(graphOf(100_000), [])).toEqual(inOne);
  });

  test('stays in one file where the start page loads it', () => {
    const graph = { ...graphOf(100_000), home: { code: '', importedIds: ['form', 'own', 'sign'] } };
    expect(filesOf(graph, ['terms'])).toEqual(['of-pages', 'of-pages', 'of-pages', 'of-pages']);
    const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, {}, ['terms']);
    const ofTwo: Record<string, ModuleInfo> = { ...graph, post: { code: '', importedIds: [] } };
    expect(['own', 'sign'].map((id) => fileOf(id, { getModuleInfo: (each) => ofTwo[each] ?? null }))).toEqual([
      'of-home-auth',
      'of-home-auth',
    ]);
  });

  test('counts with what comes along', () => {
    // Form and sign are small, but the form brings its rules.
    const [few, many] = [9_000, 250_000].map((bytes) => 'x'.repeat(bytes));
    const graph: Record<string, ModuleInfo> = {
      ...graphOf(1),
      form: { code: few ?? '', importedIds: ['rules'] },
      rules: { code: many ?? '', importedIds: [] },
      sign: { code: few ?? '', importedIds: [] },
      help: { code: '', importedIds: ['rules'] },
      privacy: { code: '', importedIds: ['rules'] },
    };
    expect(filesOf(graph, ['terms', 'help', 'privacy'])).toEqual(['of-auth', 'of-auth', 'of-auth', 'of-auth-2']);
  });
});
