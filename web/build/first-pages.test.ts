import { describe, expect, test } from 'vitest';
import { fileOfFirstPages, loadedWith, type ModuleInfo } from './first-pages.ts';

/** More code than what is too little for a file. */
const MUCH = 'x'.repeat(9_000);

/** The entry of every page; it loads nothing that the pages need. */
const FRAME = 'frame';

const INDEX = '/n/@mantine/core/esm/index.mjs';

const modules: Record<string, ModuleInfo> = {
  home: { code: `import { Button, rem as r } from "@mantine/core";`, importedIds: [INDEX, 'card', 'both'] },
  post: { code: `import { Table } from "@mantine/core";`, importedIds: [INDEX, 'both'] },
  auth: { code: '', importedIds: [] },
  card: { code: '', importedIds: ['home'] },
  both: { code: MUCH, importedIds: [] },
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

test('a library with one index loads only what is used, with what that imports', () => {
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
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, {}, [], FRAME);
  const names = ['home', 'card', 'both', '/n/@mantine/core/esm/table.mjs', 'another'];
  expect(names.map((id) => fileOf(id, { getModuleInfo }))).toEqual([null, 'of-home', 'of-home-post', 'of-post', null]);
});

test('modules that the start page shares and that are too small for a file come with every page', () => {
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, {}, [], FRAME);
  const graph: Record<string, ModuleInfo> = { ...modules, both: { code: 'x', importedIds: [] } };
  expect(fileOf('both', { getModuleInfo: (module) => graph[module] ?? null })).toBe('of-pages');
});

test('the file beside every page takes what other pages than the start page share with it', () => {
  const beside = { layout: ['footer'], user: ['menu'] };
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, beside, ['terms'], FRAME);
  const graph: Record<string, ModuleInfo> = {
    ...modules,
    auth: { code: '', importedIds: ['api'] },
    terms: { code: '', importedIds: ['api'] },
    footer: { code: '', importedIds: ['api', 'locale'] },
    menu: { code: '', importedIds: ['locale'] },
    api: { code: MUCH, importedIds: [] },
    locale: { code: MUCH, importedIds: [] },
  };
  const names = ['api', 'locale'].map((id) => fileOf(id, { getModuleInfo: (module) => graph[module] ?? null }));
  expect(names).toEqual(['of-layout', 'of-layout']);
});

test('the modules beside a page have files of their own, except for what every page has loaded', () => {
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'] }, { user: ['menu', 'auth'] }, [], FRAME);
  const graph: Record<string, ModuleInfo> = {
    ...modules,
    card: { code: MUCH, importedIds: [] },
    menu: { code: '', importedIds: ['both', 'card', 'item'] },
  };
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
    const fileOf = fileOfFirstPages({ home: ['home'], auth: ['auth'] }, {}, others, FRAME);
    return ['form', 'rules', 'own', 'sign'].map((id) => fileOf(id, { getModuleInfo: (each) => graph[each] ?? null }));
  };

  test('modules are split where other pages would load much that they do not need', () => {
    expect(filesOf(graphOf(100_000), ['terms'])).toEqual(['of-auth', 'of-auth', 'of-auth', 'of-auth-2']);
  });

  test('modules stay in one file where the waste or the file is small, or no other page needs any', () => {
    const inOne = ['of-auth', 'of-auth', 'of-auth', 'of-auth'];
    expect(filesOf(graphOf(20_000), ['terms'])).toEqual(inOne);
    const small = { ...graphOf(100_000), sign: { code: 'x', importedIds: [] } };
    expect(filesOf(small, ['terms'])).toEqual(inOne);
    expect(filesOf(graphOf(100_000), [])).toEqual(inOne);
  });

  test('modules stay in one file where the frame loads the rest', () => {
    const graph = { ...graphOf(100_000), [FRAME]: { code: '', importedIds: ['form', 'own'] } };
    expect(filesOf(graph, ['terms'])).toEqual(['of-auth', 'of-auth', 'of-auth', 'of-auth']);
  });

  test('modules stay in one file where the start page loads them', () => {
    const graph = { ...graphOf(100_000), home: { code: '', importedIds: ['form', 'own', 'sign'] } };
    expect(filesOf(graph, ['terms'])).toEqual(['of-pages', 'of-pages', 'of-pages', 'of-pages']);
    const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, {}, ['terms'], FRAME);
    const ofTwo: Record<string, ModuleInfo> = { ...graph, post: { code: '', importedIds: [] } };
    expect(['own', 'sign'].map((id) => fileOf(id, { getModuleInfo: (each) => ofTwo[each] ?? null }))).toEqual([
      'of-home-auth',
      'of-home-auth',
    ]);
  });

  test('a module is weighed with its imports when files are split', () => {
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
