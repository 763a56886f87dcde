/** How a click opens a file: a PDF opens in a tab, an image in the lightbox, all others are saved. */
export type FileOpening = 'tab' | 'lightbox' | 'download';

const SHOWN_TYPES: Readonly<Record<string, readonly [FileOpening, type: string]>> = {
  pdf: ['tab', 'application/pdf'],
  png: ['lightbox', 'image/png'],
  jpg: ['lightbox', 'image/jpeg'],
  jpeg: ['lightbox', 'image/jpeg'],
  gif: ['lightbox', 'image/gif'],
  webp: ['lightbox', 'image/webp'],
};

/** How a file of this path opens, and the type of its content; undefined for one that is saved. */
export const shownTypeOf = (path: string) => {
  const ending = /\.([a-z]+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(SHOWN_TYPES, ending) ? SHOWN_TYPES[ending] : undefined;
};

/** How a stored file opens, by the ending of its path, which Storage and the database hold to the type of the upload. */
export const openingOf = (path: string): FileOpening => shownTypeOf(path)?.[0] ?? 'download';
