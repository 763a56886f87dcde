import { expect, test } from 'vitest';
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
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'], auth: ['auth'] }, {});
  const names = ['home', 'card', 'both', '/n/@mantine/core/esm/table.mjs', 'another'];
  expect(names.map((id) => fileOf(id, { getModuleInfo }))).toEqual([null, 'of-home', 'of-home-post', 'of-post', null]);
});

test('what comes beside a page has files of its own, but for what every page has loaded', () => {
  const fileOf = fileOfFirstPages({ home: ['home'], post: ['post'] }, { user: ['menu', 'auth'] });
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
