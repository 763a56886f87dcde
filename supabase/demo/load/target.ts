export type Sql = <T>(text: string, params?: unknown[]) => Promise<T[]>;
type PutObject = (
  bucket: string,
  path: string,
  body: Uint8Array,
  contentType: string,
  ownerAuthId: string,
) => Promise<void>;

/** The target of the demo data: the database, as its owner, and the file store. */
export interface DemoTarget {
  sql: Sql;
  putObject: PutObject;
  /** Password of all demo accounts; default: the one in the README. */
  password?: string;
}
