import { DEFAULT_LOCALE } from '@domain/locale.ts';
import { makeLanguage, type Language } from './language.ts';

/** The source language of all texts. */
export const ENGLISH: Language = makeLanguage(DEFAULT_LOCALE);
