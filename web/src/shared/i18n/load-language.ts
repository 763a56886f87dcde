import type { Locale } from '@domain/locale.ts';
import type { Catalogue } from './catalogue.ts';
import type { Language } from './language.ts';
import { translated } from './translated.ts';

// Fetched instead of imported: browsers can cache a failed import until the page is reloaded.
const catalogues = import.meta.glob<string>('./*.json', { query: '?url&no-inline', import: 'default', eager: true });
const LOAD_TIMEOUT_MS = 10_000;

/** Fetches the catalogue of a language. Throws if it cannot be loaded or is invalid. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  const url = catalogues[`./${locale}.json`];
  const answer = url && (await fetch(url, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) }));
  if (!answer || !answer.ok) throw new Error(`no catalogue for ${locale}`);
  const catalogue: Catalogue = await answer.json();
  return translated(locale, catalogue);
}
