import { ATTACHMENT_NAME_MAX } from './limits.ts';

/**
 * A file name that is safe to show: without folders, invisible characters and characters that change the reading
 * direction ("exe.pdf" would show as "fdp.exe"), and cut to the length that the database stores.
 */
export function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(-ATTACHMENT_NAME_MAX);
}
