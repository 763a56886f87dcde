/**
 * `npm run first-load`: builds the page and measures the download of a first visit to `/` before the feed shows:
 * scripts, style sheets and fonts, and index.html, each compressed with brotli as on a host. Fails if it exceeds the
 * limits, contains code of another page, has code that is not compiled while it downloads, or uses a feature that a
 * supported browser lacks. Measures the catalogues of other languages as well. `--pages`
 * measures every page.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { lacksIn } from '../checks/browser-support.mjs';

/**
 * The current size, rounded up; the names of 250 files, with their hashes, vary it by 0.2 kB. Lower it when the page gets
 * smaller; raising it needs a reason in the commit message.
 */
const LIMIT_KB = 197.5;

/** The limit of index.html, which is not part of the limit above: it contains the first pages as they look before their code loads. */
const HTML_LIMIT_KB = 8.2;

/** The first line of code that is compiled while it downloads (vite.config.ts). */
const COMPILED_EARLY = '//# allFunctionsCalledOnLoad\n';

/** The limits of catalogues: that of everybody, which readers of its language load in addition, and that of the admin area. */
const CATALOGUE_LIMITS_KB = { everybody: 25, admin: 12 };

/** The font of letters that the English page does not have; web/e2e/first-visits.spec.ts checks that it is not loaded. */
const OTHER_LETTERS = /\/inter-vietnamese-/;

const HTML = 'index.html';
const HOME = 'src/pages/home/home-page.tsx';

/** @typedef {Record<string, { file: string, css?: string[], assets?: string[], imports?: string[], dynamicImports?: string[] }>} Manifest */

/**
 * The files of a build that a first visit loads, by Vite's manifest: the frame, one page (the start page by default),
 * and fonts.
 * @param {Manifest} manifest @param {string} [page]
 */
export function filesOfFirstLoad(manifest, page = HOME) {
  const files = new Set([HTML]);
  const seen = new Set();
  /** @param {string} key */
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    const { file, css = [], assets = [], imports = [] } = chunk;
    for (const each of [
      file,
      ...css,
      ...assets.filter((asset) => asset.endsWith('.woff2') && !OTHER_LETTERS.test(asset)),
    ])
      files.add(each);
    for (const each of imports) visit(each);
  };
  visit(HTML);
  visit(page);
  return [...files];
}

/** The pages of a build. @param {Manifest} manifest */
export const pagesIn = (manifest) => Object.keys(manifest).filter((key) => /^src\/pages\/.*-page\.tsx$/.test(key));

/**
 * Pages whose code is among `files`, although they are not shown.
 * @param {Manifest} manifest @param {string[]} files
 */
export const strangersIn = (manifest, files) =>
  pagesIn(manifest).filter((key) => key !== HOME && files.includes(manifest[key]?.file ?? ''));

/**
 * The catalogues of a build with their limits, by Vite's manifest: all files that come from a JSON source.
 * @param {Manifest} manifest
 */
export const cataloguesIn = (manifest) =>
  Object.entries(manifest).flatMap(([key, { file }]) => {
    const [isCatalogue, area] = /^src\/shared\/i18n\/(admin\/)?[\w-]+\.json$/.exec(key) ?? [];
    return isCatalogue ? [{ file, limitKB: CATALOGUE_LIMITS_KB[area ? 'admin' : 'everybody'] }] : [];
  });

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const readManifest = () => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** @type {Record<string, number>} */
const weighed = {};
/** @param {string} file */
const kbOf = (file) => (weighed[file] ??= brotliCompressSync(readFileSync(join(dist, file))).length / 1000);
/** @param {string[]} files */
const sumOf = (files) => files.reduce((sum, file) => sum + kbOf(file), 0);

function weighPages() {
  const manifest = readManifest();
  console.log('kB, files: what a first visit to each page loads, without index.html');
  for (const page of pagesIn(manifest)) {
    const files = filesOfFirstLoad(manifest, page).filter((file) => file !== HTML);
    console.log(
      `${sumOf(files).toFixed(1).padStart(6)} ${String(files.length).padStart(4)}  ${basename(page, '-page.tsx')}`,
    );
  }
}

function weigh() {
  const manifest = readManifest();
  const files = filesOfFirstLoad(manifest);
  let kB = 0;
  for (const kind of new Set(files.map((file) => extname(file)))) {
    const weight = sumOf(files.filter((file) => file.endsWith(kind)));
    if (kind !== extname(HTML)) kB += weight;
    console.log(`${kind.slice(1).padEnd(6)} ${weight.toFixed(2).padStart(7)} kB`);
  }
  console.log(
    `first load of /: ${kB.toFixed(1)} kB in ${files.length - 1} files, at most ${LIMIT_KB} kB, and ${HTML} of at most ${HTML_LIMIT_KB} kB`,
  );
  const strangers = strangersIn(manifest, files);
  if (strangers.length > 0) console.error(`It loads pages that it does not show: ${strangers.join(', ')}`);
  const isHeavy = kB > LIMIT_KB || kbOf(HTML) > HTML_LIMIT_KB;
  if (isHeavy) console.error('That is too much: `import()` what is not seen at once, or import less.');
  const isEarly = readFileSync(join(dist, manifest[HTML].file), 'utf8').startsWith(COMPILED_EARLY);
  if (!isEarly) console.error(`The code of every page does not begin with ${COMPILED_EARLY}`);
  const heavy = cataloguesIn(manifest).filter(({ file, limitKB }) => {
    const weight = kbOf(file);
    console.log(`${file}: ${weight.toFixed(1)} kB, at most ${limitKB} kB`);
    return weight > limitKB;
  });
  if (heavy.length > 0) console.error('A catalogue is too heavy to be loaded beside every page.');
  return !isHeavy && isEarly && strangers.length === 0 && heavy.length === 0;
}

/** Whether the supported browsers have all features that the build uses, including its dependencies. */
function isKnownToBrowsers() {
  const scripts = readFileSync(join(dist, HTML), 'utf8').matchAll(/<script>(.*?)<\/script>/gs);
  const assets = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
  const lacks = [
    ...[...scripts].map(([, code = '']) => [HTML, code]),
    ...assets.map((file) => [file, readFileSync(join(dist, 'assets', file), 'utf8')]),
  ].flatMap(([file, code = '']) => lacksIn(code).map((lack) => `${file}: ${lack}`));
  for (const lack of lacks) console.error(`A supported browser lacks this (browserslist in package.json): ${lack}`);
  return lacks.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
  process.exitCode = status === 0 && weigh() && isKnownToBrowsers() ? 0 : 1;
  if (status === 0 && process.argv.includes('--pages')) weighPages();
}
