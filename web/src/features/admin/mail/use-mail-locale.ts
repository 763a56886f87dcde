import { useState } from 'react';
import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { MAIL_LOCALES } from '@domain/mail-templates.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Language of the mail on screen; initially the admin's own, if mails exist in it. */
export function useMailLocale(): [Locale, (locale: Locale) => void] {
  const { locale } = useLanguage();
  return useState<Locale>(MAIL_LOCALES.includes(locale) ? locale : DEFAULT_LOCALE);
}
