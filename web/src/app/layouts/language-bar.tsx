import { useEffect, useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '@domain/locale.ts';
import { readChoice } from '@/shared/i18n/choice.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { loadLanguage } from '@/shared/i18n/load-language.ts';
import { useChooseLocale } from '@/shared/session/use-choose-locale.ts';
import classes from './language-bar.module.css';

/** The first language of the browser, if the product speaks it and it is not the one that everybody gets. */
export function offeredLocale(languages: readonly string[]): Locale | null {
  const code = languages[0]?.split('-')[0];
  return isLocale(code) && code !== DEFAULT_LOCALE ? code : null;
}

/** Offers the page in the first language of the browser, in that language, until a language is chosen. Nothing switches by itself. */
export function LanguageBar() {
  const [offer, setOffer] = useState<Language | null>(null);
  const choose = useChooseLocale();
  useEffect(() => {
    const locale = readChoice() ? null : offeredLocale(navigator.languages);
    // Whoever cannot be offered it reads on in English.
    if (locale) loadLanguage(locale).then(setOffer, () => undefined);
  }, []);
  if (!offer) return null;
  const { locale, t } = offer;
  const handleChoice = (chosen: Locale) => {
    setOffer(null);
    choose(chosen);
  };
  return (
    <section className={classes.bar} lang={locale} aria-label={t('Language')}>
      <Text size="sm">{t('This page is also there in your language.')}</Text>
      <Group gap="sm">
        <Button size="sm" onClick={() => handleChoice(locale)}>
          {LOCALES[locale]}
        </Button>
        <Button size="sm" variant="default" lang={DEFAULT_LOCALE} onClick={() => handleChoice(DEFAULT_LOCALE)}>
          {LOCALES[DEFAULT_LOCALE]}
        </Button>
      </Group>
    </section>
  );
}
