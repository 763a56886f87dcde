import type { Locale } from '@domain/locale.ts';
import { joined, type Catalogue } from './catalogue.ts';
import type { Language } from './language.ts';
import { translated } from './translated.ts';

// Fetched instead of imported: browsers can cache a failed import until the page is reloaded.
const catalogues = import.meta.glob<string>('./{,admin/}*.json', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const LOAD_TIMEOUT_MS = 10_000;

async function fetchCatalogue(url: string): Promise<Catalogue> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

/**
 * Fetches the catalogue of a language, on request with the texts that only the admin area has. Throws if one cannot be
 * loaded or is invalid.
 */
export async function loadLanguage(locale: Locale, withAdminTexts: boolean): Promise<Language> {
  const paths = withAdminTexts ? [`./${locale}.json`, `./admin/${locale}.json`] : [`./${locale}.json`];
  const urls = paths.flatMap((path) => catalogues[path] ?? []);
  if (urls.length === 0) throw new Error(`no catalogue for ${locale}`);
  return translated(locale, joined(...(await Promise.all(urls.map(fetchCatalogue)))));
}
