import { DEFAULT_LOCALE } from '@domain/locale.ts';
import { makeLanguage, type Language } from './language.ts';

/** The language that everything is written in. */
export const ENGLISH: Language = makeLanguage(DEFAULT_LOCALE);
