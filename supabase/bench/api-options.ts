import { parseArgs } from 'node:util';
import { whole } from './options.ts';

export interface ApiOptions {
  /** Posts of the marketplace on a real Postgres. */
  posts: number;
  /** Turns of each side. */
  rounds: number;
}

export const API_USAGE = `Usage: npm run bench -- api [options]

  --posts <number>   posts of the marketplace on a real Postgres, 1,000 to 10,000,000
                     (default 100000); beside it the embedded database with its demo data
  --rounds <number>  turns of each side, 1 to 100 (default 5)
  --help             this text`;

/** Reads the arguments of `npm run bench -- api`; null when help is asked for. Throws an error that says what is wrong. */
export function readApiOptions(args: readonly string[]): ApiOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      posts: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    posts: whole('posts', values.posts, 1_000, 10_000_000),
    rounds: whole('rounds', values.rounds, 1, 100),
  };
}
