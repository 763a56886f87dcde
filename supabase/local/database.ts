import type { Connection } from '@supabase/lite';
import pg from 'pg';

export type Sql = <T>(text: string, params?: readonly unknown[]) => Promise<T[]>;

export interface Database {
  connection: Connection;
  /** One statement as the owner of the database. */
  sql: Sql;
  /** Several statements at once, without parameters. */
  exec(text: string): Promise<void>;
  /** Runs `work` in one transaction, rolled back when it throws. */
  transaction<R>(work: (target: { sql: Sql; exec: (text: string) => Promise<void> }) => Promise<R>): Promise<R>;
  /** Everything inside `work` shares one claim on the connection; each HTTP request is such a scope. */
  scope<R>(work: () => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

const { builtins } = pg.types;

/** `2026-01-02 03:04:05.6+00` as JSON has it: `2026-01-02T03:04:05.6+00:00`. */
function isoTime(value: string): string {
  return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** NaN and the infinities stay text: JSON has no such numbers. */
function jsonNumber(value: string): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Values as PostgREST writes them into JSON; `@supabase/lite` would hand times and fractions on as Postgres prints them. */
export const jsonValues: Record<number, (value: string) => unknown> = {
  [builtins.NUMERIC]: jsonNumber,
  [builtins.TIMESTAMP]: isoTime,
  [builtins.TIMESTAMPTZ]: isoTime,
};

/**
 * On its first request `@supabase/lite` grants every right on every table to anon and authenticated, which undoes the
 * column grants. The roles exist before (see `rolesSql`); what they may do is said by the migrations alone.
 */
export function neverGrant(connection: Connection): void {
  if (!('ensureRlsContext' in connection)) {
    throw new Error(
      '@supabase/lite has changed: the method that grants all rights is not where it was. Look for its successor before going on.',
    );
  }
  Object.defineProperty(connection, 'ensureRlsContext', { value: () => Promise.resolve(true) });
}
