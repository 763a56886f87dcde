import { totalmem } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface Options {
  /** Posts of the large marketplace. */
  posts: number;
  /** Posts of the smallest marketplace, for comparison. */
  small: number;
  quotesPerPost: number;
  /** Minimum number of turns per side. */
  rounds: number;
  /** MB of Postgres' cache (`shared_buffers`). */
  buffers: number;
}

/** MB of `shared_buffers`: a quarter of the machine, as on a dedicated server. */
export const quarterOfMemory = (): number => Math.floor(totalmem() / 4 / 2 ** 20);

export const USAGE = `Usage: npm run bench -- [options]

  --posts <number>   posts of the large marketplace, 2,000 to 10,000,000 (default 1000000)
  --small <number>   posts of the smallest one that it is compared with (default 10000,
                     or half of --posts); those between have 30,000, 100,000, 300,000 …
  --quotes <number>  quotes on each post, 1 to 20 (default 2)
  --rounds <number>  turns of each side, 5 to 100 (default 5)
  --buffers <MB>     what Postgres keeps of its data, 128 to 1,000,000 (default a quarter of the
                     machine's memory); what does not fit comes from the system, more slowly
  --help             this text

npm run bench -- page --help tells of the measurement of the page, npm run bench -- api --help of that of /api,
npm run bench -- scale --help of what one server carries, npm run bench -- hostile --help of one client against all others,
npm run bench -- crawler --help of a crawler beside fifty people, npm run bench -- alerts --help of saved searches.`;

export interface ScaleOptions {
  posts: number;
  quotesPerPost: number;
  /** Duration of each load. */
  seconds: number;
}

export const SCALE_USAGE = `Usage: npm run bench -- scale [options]

  --posts <number>    posts of the marketplace, 2,000 to 10,000,000 (default 100000)
  --quotes <number>   quotes on each post, 1 to 20 (default 2)
  --seconds <number>  how long each load is kept up, 1 to 60 (default 5)
  --help              this text`;

export interface ApiOptions {
  /** Posts of the marketplace on a real Postgres. */
  posts: number;
  /** Turns per side. */
  rounds: number;
}

export const API_USAGE = `Usage: npm run bench -- api [options]

  --posts <number>   posts of the marketplace on a real Postgres, 1,000 to 10,000,000
                     (default 100000); beside it the embedded database with its demo data
  --rounds <number>  turns of each side, 1 to 100 (default 10)
  --help             this text`;

/** Options of measurements that run several kinds of visitors at once. */
export interface BesideOptions {
  /** Posts of the marketplace on a real Postgres. */
  posts: number;
  /** Duration of each load. */
  seconds: number;
}

export const HOSTILE_USAGE = `Usage: npm run bench -- hostile [options]

  --posts <number>    posts of the marketplace on a real Postgres, 1,000 to 10,000,000
                      (default 10000); before it the embedded database with its demo data
  --seconds <number>  how long each attack is kept up, 1 to 60 (default 5)
  --help              this text`;

export const CRAWLER_USAGE = `Usage: npm run bench -- crawler [options]

  --posts <number>    posts of the marketplace on a real Postgres, 1,000 to 10,000,000
                      (default 10000); before it the embedded database with its demo data
  --seconds <number>  how long people visit, alone and beside the crawler, 1 to 60 (default 5)
  --help              this text`;

export interface AlertOptions {
  /** Saved searches, twenty of each user. */
  searches: number;
  /** Posts of one minute. */
  posts: number;
}

export const ALERTS_USAGE = `Usage: npm run bench -- alerts [options]

  --searches <number>  saved searches, 1,000 to 1,000,000 (default 100000)
  --posts <number>     posts of one minute, 1 to 1,000 (default 20)
  --help               this text`;

/** Options of `npm run bench -- deadlocks`. */
export interface DeadlockOptions {
  seconds: number;
  /** Chooses the acts; when they meet is chance. */
  seed: number;
}

export const DEADLOCKS_USAGE = `Usage: npm run bench -- deadlocks [options]

  --seconds <number>  how long people act, 5 to 3,600 (default 60)
  --seed <number>     other acts for another number, 0 to 1,000,000 (default 1)
  --help              this text`;

/** An integer within its limits. @throws an error that names the option */
function whole(name: string, text: string, low: number, high: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= low && value <= high) return value;
  throw new Error(`--${name} is a whole number from ${low} to ${high}, not "${text}".`);
}

/**
 * Parses the options of a command.
 * @returns a function that reads an option or its default; null if help is requested
 * @throws for an unknown option
 */
function optionsOf<Name extends string>(args: readonly string[], names: readonly Name[]) {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean' } };
  for (const name of names) options[name] = { type: 'string' };
  const { values } = parseArgs({ args: [...args], options });
  if (values['help']) return null;
  return (name: Name, low: number, high: number, usual: number) =>
    whole(name, String(values[name] ?? usual), low, high);
}

/** Parses the arguments of `npm run bench`; null if help is requested. Throws an error with the reason. */
export function readOptions(args: readonly string[]): Options | null {
  const read = optionsOf(args, ['posts', 'small', 'quotes', 'rounds', 'buffers']);
  if (!read) return null;
  const posts = read('posts', 2_000, 10_000_000, 1_000_000);
  return {
    posts,
    small: read('small', 1_000, posts - 1, Math.min(10_000, Math.floor(posts / 2))),
    quotesPerPost: read('quotes', 1, 20, 2),
    rounds: read('rounds', 5, 100, 5),
    buffers: read('buffers', 128, 1_000_000, quarterOfMemory()),
  };
}

/** Posts of the marketplaces that the largest is compared with: the smallest, and 10,000, 30,000, 100,000 … between the two. */
export function sizesBetween(small: number, posts: number): number[] {
  const steps = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
  return [small, ...steps.filter((size) => size > small && size < posts)];
}

/** Parses the arguments of `npm run bench -- scale`; null if help is requested. Throws an error with the reason. */
export function readScaleOptions(args: readonly string[]): ScaleOptions | null {
  const read = optionsOf(args, ['posts', 'quotes', 'seconds']);
  return (
    read && {
      posts: read('posts', 2_000, 10_000_000, 100_000),
      quotesPerPost: read('quotes', 1, 20, 2),
      seconds: read('seconds', 1, 60, 5),
    }
  );
}

/** Parses the arguments of `npm run bench -- api`; null if help is requested. Throws an error with the reason. */
export function readApiOptions(args: readonly string[]): ApiOptions | null {
  const read = optionsOf(args, ['posts', 'rounds']);
  return read && { posts: read('posts', 1_000, 10_000_000, 100_000), rounds: read('rounds', 1, 100, 10) };
}

/** Parses the arguments of `npm run bench -- hostile` and `-- crawler`; null if help is requested. Throws an error with the reason. */
export function readBesideOptions(args: readonly string[]): BesideOptions | null {
  const read = optionsOf(args, ['posts', 'seconds']);
  return read && { posts: read('posts', 1_000, 10_000_000, 10_000), seconds: read('seconds', 1, 60, 5) };
}

/** Parses the arguments of `npm run bench -- alerts`; null if help is requested. Throws an error with the reason. */
export function readAlertOptions(args: readonly string[]): AlertOptions | null {
  const read = optionsOf(args, ['searches', 'posts']);
  return read && { searches: read('searches', 1_000, 1_000_000, 100_000), posts: read('posts', 1, 1_000, 20) };
}

/** Parses the arguments of `npm run bench -- deadlocks`; null if help is requested. Throws an error with the reason. */
export function readDeadlockOptions(args: readonly string[]): DeadlockOptions | null {
  const read = optionsOf(args, ['seconds', 'seed']);
  return read && { seconds: read('seconds', 5, 3_600, 60), seed: read('seed', 0, 1_000_000, 1) };
}
