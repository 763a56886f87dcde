import { cleanFileName } from '@domain/file-name.ts';
import type { FileRefusal } from '@domain/image-files.ts';

type Picking<F> = {
  /** Number of present files. */
  already: number;
  max: number;
  /** Why a file is refused, or null. */
  refuse: (file: F) => FileRefusal | null;
  tooMany: (room: number) => FileRefusal;
};

/** The file with a name whose extension is displayed as such. */
export function withCleanName(file: File): File {
  const name = cleanFileName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}

/**
 * Decides which picked files to take. Returns them and the reasons for the others, in picking order; refused files do
 * not use up the limit.
 */
export function pickFiles<F>(
  files: readonly F[],
  { already, max, refuse, tooMany }: Picking<F>,
): { accepted: F[]; refusals: FileRefusal[] } {
  const refusals: FileRefusal[] = [];
  const fitting = files.filter((file) => {
    const refusal = refuse(file);
    if (refusal) refusals.push(refusal);
    return !refusal;
  });
  const room = Math.max(0, max - already);
  if (fitting.length > room) refusals.push(tooMany(room));
  return { accepted: fitting.slice(0, room), refusals };
}
