import type { Language } from '@/shared/i18n/language.ts';

const KILOBYTE = 1024;
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };

/**
 * A file size: "840 B", "12 KB", "2.4 MB", with the language's decimal separator.
 * @param bytes the size
 */
export function fileSize(bytes: number, { number }: Language): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${Math.round(kilobytes)} KB` : `${number(kilobytes / KILOBYTE, ONE_DIGIT)} MB`;
}
