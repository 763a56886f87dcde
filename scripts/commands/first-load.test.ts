import { describe, expect, test } from 'vitest';
import { cataloguesIn, filesOfFirstLoad, pagesIn, strangersIn } from './first-load.mjs';

const home = 'src/pages/home/home-page.tsx';
const news = 'src/pages/news/news-page.tsx';
const manifest = {
  'index.html': {
    file: 'index.js',
    css: ['index.css'],
    assets: ['inter.woff2', 'logo.svg'],
    imports: ['_shared.js'],
    dynamicImports: [home, news],
  },
  '_shared.js': { file: 'shared.js' },
  [home]: { file: 'home.js', css: ['home.css'], imports: ['_shared.js', '_card.js'], dynamicImports: ['_dialog.js'] },
  '_card.js': { file: 'card.js', imports: ['index.html'] },
  '_dialog.js': { file: 'dialog.js' },
  [news]: { file: 'news.js', imports: ['_card.js'] },
};

describe('the first load', () => {
  test('the first load is the page, its start page, their static imports, styles and fonts', () => {
    expect(filesOfFirstLoad(manifest).sort().join(' ')).toBe(
      'card.js home.css home.js index.css index.html index.js inter.woff2 shared.js',
    );
    expect(strangersIn(manifest, filesOfFirstLoad(manifest))).toEqual([]);
  });

  test('the first load of another page has that page in place of the start page', () => {
    expect(pagesIn(manifest)).toEqual([home, news]);
    expect(filesOfFirstLoad(manifest, news).sort().join(' ')).toBe(
      'card.js index.css index.html index.js inter.woff2 news.js shared.js',
    );
  });

  test('the first load names the other pages that it drags along', () => {
    const eager = { ...manifest, 'index.html': { ...manifest['index.html'], imports: [news] } };
    expect(strangersIn(eager, filesOfFirstLoad(eager))).toEqual([news]);
  });
});

test('catalogues are the languages that a build can speak', () => {
  const catalogues = {
    'src/shared/i18n/vi.json': { file: 'assets/vi-1.json' },
    'src/shared/i18n/admin/vi.json': { file: 'assets/vi-2.json' },
  };
  expect(cataloguesIn({ ...manifest, ...catalogues, 'src/shared/data.json': { file: 'data.json' } })).toEqual([
    { file: 'assets/vi-1.json', limitKB: 25 },
    { file: 'assets/vi-2.json', limitKB: 12 },
  ]);
});
