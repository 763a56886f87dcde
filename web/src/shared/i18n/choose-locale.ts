import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { PRODUCT_NAME, TAGLINE } from '@domain/product.ts';
import { retryDelay } from '@/shared/backend/retry-delay.ts';
import { readStartValues } from '../start-values.ts';
import { ENGLISH } from './english.ts';
import type { Language } from './language.ts';
import { loadLanguage } from './load-language.ts';
import { keepChoice, NOT_LOADED, OUTDATED_BROWSER } from './start-words.ts';
import { showLanguage } from './use-language.ts';

/** The latest choice; the page follows once its catalogue is loaded. */
let wanted: Locale = DEFAULT_LOCALE;
const known = new Map<Locale, Language>();
/** Whether languages have the texts of the admin area, which only its pages load. */
let hasAdminTexts = false;

/** A language with the texts that are needed once it has loaded: the admin area can be opened in the meantime. */
async function languageOf(locale: Locale): Promise<Language> {
  if (locale === DEFAULT_LOCALE) return ENGLISH;
  const withAdminTexts = hasAdminTexts;
  const language = known.get(locale) ?? (await loadLanguage(locale, withAdminTexts));
  if (withAdminTexts !== hasAdminTexts) return languageOf(locale);
  known.set(locale, language);
  return language;
}

/**
 * Shows a language unless another one was chosen in the meantime. Resolves to whether its catalogue could be loaded.
 */
async function show(locale: Locale): Promise<boolean> {
  try {
    const language = await languageOf(locale);
    if (wanted === locale) {
      keepChoice(locale, {
        loading: language.t('Loading...'),
        failed: language.t(NOT_LOADED),
        outdated: language.t(OUTDATED_BROWSER),
        title: `${PRODUCT_NAME}: ${language.t(TAGLINE)}`,
        still: Object.fromEntries((readStartValues().texts ?? []).map((text) => [text, language.t(text)])),
      });
      showLanguage(language);
    }
    return true;
  } catch (error) {
    console.warn('A language could not be loaded:', error);
    return false;
  }
}

/** Retries with growing pauses, and at once when the browser comes online. */
function showLater(locale: Locale, tries = 0): void {
  const again = async () => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    if (wanted === locale && !(await show(locale))) showLater(locale, tries + 1);
  };
  const timer = setTimeout(again, retryDelay(tries));
  window.addEventListener('online', again);
}

/**
 * Sets the language of this browser. Resolves once it is shown, or once its first load failed: the page then keeps its
 * language until the catalogue arrives.
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  wanted = locale;
  if (!(await show(locale))) showLater(locale);
}

/**
 * Adds the texts that only the admin area has to the current language and to those chosen later. Resolves like
 * `chooseLocale`.
 */
export async function addAdminTexts(): Promise<void> {
  if (hasAdminTexts) return;
  hasAdminTexts = true;
  known.clear();
  if (wanted !== DEFAULT_LOCALE) await chooseLocale(wanted);
}
