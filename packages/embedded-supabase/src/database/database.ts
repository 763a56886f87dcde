import type { Connection } from '@supabase/lite';
import type { Load } from '../fair-queue.ts';
import type { CutOffs } from './cut-offs.ts';

export type Sql = <T>(text: string, params?: readonly unknown[]) => Promise<T[]>;

/** Commands of the project that messages name. */
export interface Commands {
  /** Writes a migration. */
  migration: string;
  /** Starts over with new data. */
  reset: string;
  /** Starts, and migrates data that were saved by hand. */
  upgrade: string;
}

export interface Database {
  connection: Connection;
  /** Runs one statement as the owner of the database. */
  sql: Sql;
  /** Runs several statements without parameters. */
  exec(text: string): Promise<void>;
  /** Runs `work` in a transaction; rolled back if it throws. */
  transaction<R>(work: (target: { sql: Sql; exec: (text: string) => Promise<void> }) => Promise<R>): Promise<R>;
  /** All statements in `work` share one turn on the connection; each HTTP request is such a scope. */
  scope<R>(work: () => Promise<R>): Promise<R>;
  /** Clients that are refused for a while because their statements took too long. */
  cutOffs: CutOffs;
  /**
   * Calls `heard` with each notification on the channel `realtime` after its commit, and `missed` when some can have been
   * missed. To be called once.
   */
  listen(heard: (text: string) => void, missed: () => void): void;
  /** Turns of requests: in use, free, and waited for. */
  load(): Load;
  /** Asks for a sign of life, on the connections of requests as well. @returns what the database lacks */
  ask(): Promise<string | undefined>;
  close(): Promise<void>;
}
