import { ATTACHMENT_NAME_MAX } from './limits.ts';

/**
 * A file name that is safe to show: without folders, invisible characters and characters that change the reading
 * direction ("exe.pdf" would show as "fdp.exe"), and cut to the length that the database stores.
 */
export function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(-ATTACHMENT_NAME_MAX);
}

/**
 * The name under which a stored file is saved: clean, and with the ending of its path, so that no link saves a picture as
 * "offer.hta". A name without an ending stays as it is.
 */
export function nameToSave(name: string, path: string): string {
  const clean = cleanFileName(name);
  const [of, wanted] = [path, clean].map((each) =>
    (/\.[^.]*$/.exec(each)?.[0] ?? '').toLowerCase().replace('.jpeg', '.jpg'),
  );
  return wanted === '' || wanted === of ? clean : `${clean}${of}`;
}
