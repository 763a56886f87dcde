import { cleanFileName } from '@domain/file-name.ts';
import type { FileRefusal } from '@domain/image-files.ts';

type Picking<F> = {
  /** How many are there already. */
  already: number;
  max: number;
  /** Why a file is not taken, or null. */
  refuse: (file: F) => FileRefusal | null;
  tooMany: (room: number) => FileRefusal;
};

/** The file under a name whose ending is visible as the ending. */
export function withCleanName(file: File): File {
  const name = cleanFileName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}

/** Decides which picked files are taken. Out: those to take and why others are not, in picking order; refused files take no room. */
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
