import { sniffImageType } from './image-files.ts';

/** What a click on a file does: a PDF opens in a tab, an image in the lightbox, all others are saved. */
export type FileOpening = 'tab' | 'lightbox' | 'download';

const SHOWN_TYPES: Readonly<Record<string, readonly [FileOpening, type: string]>> = {
  pdf: ['tab', 'application/pdf'],
  png: ['lightbox', 'image/png'],
  jpg: ['lightbox', 'image/jpeg'],
  jpeg: ['lightbox', 'image/jpeg'],
  gif: ['lightbox', 'image/gif'],
  webp: ['lightbox', 'image/webp'],
};

const shownTypeOf = (path: string) => {
  const ending = /\.([a-z]+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(SHOWN_TYPES, ending) ? SHOWN_TYPES[ending] : undefined;
};

/** How a stored file opens, by the ending of its path, which Storage and the database hold to the type of the upload. */
export const openingOf = (path: string): FileOpening => shownTypeOf(path)?.[0] ?? 'download';

/**
 * Whether a browser can show a file: its type is one that opens, and its first bytes are of that type. A page or
 * program that is called ".pdf" or ".png" is never shown.
 * @param start its first bytes; 12 suffice
 */
export function isShowable(path: string, start: Uint8Array): boolean {
  const type = shownTypeOf(path)?.[1];
  if (type === undefined) return false;
  const isPdf = String.fromCharCode(...start.subarray(0, 5)) === '%PDF-';
  return type === (isPdf ? 'application/pdf' : sniffImageType(start));
}
