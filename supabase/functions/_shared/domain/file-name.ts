import { ATTACHMENT_NAME_MAX } from './limits.ts';

/**
 * The name of a file for people: without folders, without characters that nobody sees or that turn the reading direction ("exe.pdf"
 * would show as "fdp.exe"), and not longer than the database keeps.
 */
export function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(-ATTACHMENT_NAME_MAX);
}
