import { shownTypeOf } from './file-opening.ts';
import { sniffImageType } from './image-files.ts';

/**
 * Whether a browser can show a file: its type is one that opens, and its first bytes are of that type. A page or
 * program that is called ".pdf" or ".png" is never shown.
 * @param start its first bytes; 12 suffice
 */
export function isShowable(path: string, start: Uint8Array): boolean {
  const type = shownTypeOf(path)?.[1];
  const isPdf = String.fromCharCode(...start.subarray(0, 5)) === '%PDF-';
  return type === (isPdf ? 'application/pdf' : sniffImageType(start));
}
