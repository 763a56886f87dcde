/** What the product says in Vietnamese, and what in it is still English. */
import { expect, type Page } from '@playwright/test';
import admin from '../../src/shared/i18n/admin/vi.json' with { type: 'json' };
import everybody from '../../src/shared/i18n/vi.json' with { type: 'json' };
import { shownTexts } from './shown-texts.ts';

export type Translation = string | Record<string, string>;
export type Catalogue = { texts: Record<string, Translation>; messages: Record<string, string> };

/** The Vietnamese catalogues, that of everybody and that of the admin area. */
export const VIETNAMESE: Catalogue = {
  texts: { ...everybody.texts, ...admin.texts },
  messages: { ...everybody.messages, ...admin.messages },
};

type Values = Record<string, string | number>;

/** The translation of a text of the product. */
export function vi(english: string, values: Values = {}): string {
  const found = VIETNAMESE.texts[english] ?? VIETNAMESE.messages[english];
  if (typeof found !== 'string') throw new Error(`"${english}" has no translation`);
  return found.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** English texts of the product, with their translations: those that are the same in both are none. */
const ENGLISH = [...Object.entries(VIETNAMESE.texts), ...Object.entries(VIETNAMESE.messages)]
  .map(([key, translation]) => [key.split('|')[0] ?? key, translation] as const)
  .filter(([english, translation]) => english !== translation);
const exact = new Set(ENGLISH.map(([english]) => english));
const literally = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
/** Those with enough words to be found in a longer text. */
const patterns = ENGLISH.map(([english]) => english)
  .filter((english) => english.replaceAll(/\{\w+\}/g, '').replaceAll(/[^a-z]/gi, '').length >= 12)
  .map((english) => new RegExp(`(?<!\\p{L})${literally(english).replaceAll(/\{\w+\}/g, '.{1,80}')}(?!\\p{L})`, 'u'));
/** Words without which English says little, and that Vietnamese does not have. */
const SMALL_WORDS =
  /(?<!\p{L})(?:the|of|and|you|your|for|with|from|this|that|has|was|were|are|not|please|failed)(?!\p{L})/iu;

/** Whether a text is, holds or sounds like an English text of the product. */
export function isEnglish(text: string): boolean {
  return exact.has(text) || SMALL_WORDS.test(text) || patterns.some((pattern) => pattern.test(text));
}

/** The page as it is shows no English text of the product. What people wrote must not be English here. */
export async function expectVietnamese(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  // A text of its own language, such as "English" in the choice of languages, is marked as such.
  const shown = await shownTexts(page, '[lang="en"]');
  expect(shown.filter(({ text }) => isEnglish(text))).toEqual([]);
}
