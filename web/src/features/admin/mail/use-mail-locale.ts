import { useState } from 'react';
import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { MAIL_LOCALES } from '@domain/mail-templates.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** The language of the mail that is looked at: first the admin's own, if mails are written in it. */
export function useMailLocale(): [Locale, (locale: Locale) => void] {
  const { locale } = useLanguage();
  return useState<Locale>(MAIL_LOCALES.includes(locale) ? locale : DEFAULT_LOCALE);
}
