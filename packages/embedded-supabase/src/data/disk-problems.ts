import { databaseError, UNDEFINED_FILE } from '../database/database-error.ts';

const PROBLEMS: Readonly<Record<string, string>> = {
  EROFS: 'is read-only',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk of which this user may use no more',
  ENOTDIR: 'is below a file',
  EEXIST: 'is a file',
};

/** An error of the file system with its code; undefined for other errors, including those of ports. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('syscall' in error))
    return undefined;
  return error.syscall === 'listen' ? undefined : error.code;
}

/** A readable error if the data folder cannot be used; else `error` itself. */
export function aboutFolder(error: unknown, folder: string): unknown {
  const problem = PROBLEMS[codeOf(error) ?? ''];
  if (problem === undefined) return error;
  return new Error(`The data folder ${folder} ${problem}. Mend that, or choose another with DATA_DIR=<folder>.`, {
    cause: error,
  });
}

/** Converts a file error for clients: it has the reason, but no file name. */
export function aboutFile(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  // The wording of Postgres for a missing file.
  if (code === 'ENOENT') return databaseError(UNDEFINED_FILE, 'Object not found');
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? databaseError('53100', 'The disk of the server is full')
    : databaseError('58030', 'The server cannot read or write the file');
}
