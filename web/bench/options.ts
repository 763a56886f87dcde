import { parseArgs } from 'node:util';

/** The measured pages, by option name. */
export const PAGE_NAMES = ['home', 'signed-in', 'post', 'auth', 'news', 'news-item', 'user', 'feedback'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export interface PageOptions {
  /** Commit to compare with. */
  against: string;
  pages: PageName[];
  /** Measured visits per side. */
  turns: number;
  /** Output file for a trace of one visit of this tree, for Chromium's performance panel. */
  trace: string | undefined;
  /** How many times slower than this machine the phone is. */
  slowdown: number;
  /** Whether network and CPU are really throttled, instead of simulated from a fast visit. */
  isApplied: boolean;
}

export const PAGE_USAGE = `Usage: npm run bench -- page [options]

  --against <commit>  the commit to compare with (default HEAD~)
  --pages <names>     of ${PAGE_NAMES.join(', ')}, separated by commas (default all)
  --turns <number>    visits of each side, 1 to 50 (default 5)
  --trace <file>      writes a trace of a visit, to be opened in the performance panel of Chromium
  --slowdown <number> how many times slower than this machine the phone is, 1 to 20 (default 4, for a fast desktop)
  --applied           slows line and processor down for real, instead of reckoning from a fast visit
  --help              this text`;

const isPageName = (name: string): name is PageName => PAGE_NAMES.some((known) => known === name);

/** Parses the arguments of `npm run bench -- page`; null for help. Throws an error with a readable message. */
export function readPageOptions(args: readonly string[]): PageOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string', default: 'HEAD~' },
      pages: { type: 'string', default: PAGE_NAMES.join(',') },
      turns: { type: 'string', default: '5' },
      trace: { type: 'string' },
      slowdown: { type: 'string', default: '4' },
      applied: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const turns = /^\d+$/.test(values.turns) ? Number(values.turns) : NaN;
  if (!(turns >= 1 && turns <= 50)) throw new Error(`--turns is a whole number from 1 to 50, not "${values.turns}".`);
  const slowdown = Number(values.slowdown);
  if (!(slowdown >= 1 && slowdown <= 20))
    throw new Error(`--slowdown is a number from 1 to 20, not "${values.slowdown}".`);
  const pages = values.pages.split(',').map((name) => {
    if (isPageName(name)) return name;
    throw new Error(`--pages are of ${PAGE_NAMES.join(', ')}, not "${name}".`);
  });
  return { against: values.against, pages, turns, trace: values.trace, slowdown, isApplied: values.applied };
}
