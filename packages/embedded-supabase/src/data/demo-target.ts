import type { Sql } from '../database/database.ts';

/** The target of demo data: the database, as its owner, and the file store. */
export interface DemoTarget {
  sql: Sql;
  putObject: (
    bucket: string,
    path: string,
    body: Uint8Array,
    contentType: string,
    ownerAuthId: string,
  ) => Promise<void>;
  /** Password of all demo accounts; without it, the well-known one. */
  password?: string;
}
