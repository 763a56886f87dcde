/**
 * `npm run bench -- page`: the cost of a first visit on a phone, compared with another commit and with the floor
 * (docs/speed.md).
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { BrowserContext } from '@playwright/test';
import { figuresTable, timesIn, type Side } from './figures.ts';
import { loadLighthouse, startChromium, type Chromium } from './lighthouse.ts';
import type { PageName, PageOptions } from './options.ts';
import { checkOut, nameOf, root, serveFloor, serveTree, type Addresses, type Undo } from './trees.ts';
import { PHONE, sessionOf, STANDING, weighVisit } from './weigh-visit.ts';

/** A supplier in the demo data. */
const VISITOR = 'bob@example.com';

/** A visited site: a tree of the product, or the floor, which has no backend. */
interface Target {
  name: string;
  webUrl: string;
  backend: Addresses | null;
}

/** The path of each page; where it has the id of something, a page with links to those, and the beginning of their paths. */
const PATHS: Record<PageName, string | { on: string; to: string }> = {
  home: '/',
  'signed-in': '/',
  post: { on: '/', to: '/post/' },
  auth: '/auth',
  news: '/news',
  'news-item': { on: '/news', to: '/news/' },
  user: { on: '/', to: '/users/' },
  feedback: '/feedback',
};

/** The URL of a page of a target; with an id, that of the first card. */
async function addressOf(page: PageName, { webUrl }: Target, { browser }: Chromium): Promise<string> {
  const way = PATHS[page];
  if (typeof way === 'string') return webUrl + way;
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(webUrl + way.on);
  const path = await tab.locator(`article a[href^="${way.to}"]`).first().getAttribute('href');
  await context.close();
  return `${webUrl}${path}`;
}

/** Stores a session before the page is opened, so that its first document finds it. */
async function signIn(context: BrowserContext, { webUrl, backend }: Target): Promise<void> {
  if (!backend) return;
  const { key, session } = await sessionOf(backend, VISITOR);
  const page = await context.newPage();
  await page.route('**/*', (route) => route.fulfill({ body: '<title>Signing in</title>', contentType: 'text/html' }));
  await page.goto(webUrl);
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, session] as const);
  await page.close();
}

/** Visits a page of a target once with Lighthouse and once more to weigh it, each with an empty cache. */
async function visit(
  target: Target,
  page: PageName,
  url: string,
  { slowdown, isApplied }: PageOptions,
  lighthouse: Awaited<ReturnType<typeof loadLighthouse>>,
) {
  const chromium = await startChromium();
  try {
    const [context] = chromium.browser.contexts();
    if (!context) throw new Error('Chromium has no window.');
    if (page === 'signed-in') await signIn(context, target);
    const result = await lighthouse(url, {
      port: chromium.port,
      onlyCategories: ['performance'],
      throttlingMethod: isApplied ? 'devtools' : 'simulate',
      throttling: { cpuSlowdownMultiplier: slowdown },
      logLevel: 'error',
      disableFullPageScreenshot: true,
    });
    if (!result) throw new Error(`Lighthouse could not visit ${url}.`);
    const weighing = await chromium.browser.newContext(PHONE);
    if (page === 'signed-in') await signIn(weighing, target);
    const weighed = await weighVisit(await weighing.newPage(), url, target.backend ? STANDING[page] : 'article');
    return { timed: timesIn(result.lhr, { slowdown, isApplied }), weighed, trace: result.artifacts.Trace };
  } finally {
    await chromium.close();
  }
}

async function measure(options: PageOptions, undo: Undo): Promise<void> {
  const lighthouse = await loadLighthouse();
  const commit = nameOf(options.against);
  console.log(`Building this tree, ${commit} and the floor ...`);
  const here = await serveTree(root, undo);
  const before = await serveTree(checkOut(commit, undo), undo);
  const targets: Target[] = [
    { name: 'this tree', webUrl: here.webUrl, backend: here },
    { name: commit, webUrl: before.webUrl, backend: before },
    { name: 'floor', webUrl: await serveFloor(undo), backend: null },
  ];
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}; a phone ${options.slowdown} times slower; files as brotli over HTTP/1.1; ${options.turns} turns; medians (lowest–highest)`,
  );
  for (const page of options.pages) {
    const sides: (Side & { target: Target; url: string })[] = [];
    const chromium = await startChromium();
    for (const target of targets)
      sides.push({
        name: target.name,
        target,
        url: target.backend ? await addressOf(page, target, chromium) : target.webUrl,
        timed: [],
        weighed: [],
      });
    await chromium.close();
    for (let turn = 0; turn < options.turns; turn += 1)
      for (const { target, url, timed, weighed } of sides) {
        const figures = await visit(target, page, url, options, lighthouse);
        timed.push(figures.timed);
        weighed.push(figures.weighed);
        if (options.trace && target === targets[0] && page === options.pages[0])
          writeFileSync(options.trace, JSON.stringify(figures.trace));
      }
    console.log(`\n${page}\n\n${figuresTable(sides)}`);
  }
}

/** Builds and serves all sides, measures, and cleans up, also when interrupted. */
export async function benchPage(options: PageOptions): Promise<void> {
  const undo: Undo = [];
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('Interrupted')));
  });
  try {
    await Promise.race([measure(options, undo), interrupted]);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}
