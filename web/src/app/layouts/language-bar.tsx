import { useEffect, useState } from 'react';
import { Button, CloseButton } from '@mantine/core';
import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { offeredLocale, readChoice } from '@/shared/i18n/choice.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { loadLanguage } from '@/shared/i18n/load-language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useChooseLocale } from '@/shared/session/use-choose-locale.ts';
import classes from './language-bar.module.css';

/** Offers the page in the first language of the browser, in that language, until a language is chosen. Nothing switches by itself. */
export function LanguageBar() {
  const [offer, setOffer] = useState<Language | null>(null);
  const choose = useChooseLocale();
  const { locale: shown } = useLanguage();
  useEffect(() => {
    const locale = offeredLocale(navigator.languages);
    if (readChoice() || !locale) setOffer(null);
    // Whoever cannot be offered it reads on in English.
    else
      loadLanguage(locale).then(
        (language) => setOffer(readChoice() ? null : language),
        () => undefined,
      );
    // The menu of the header, or the account, may have chosen meanwhile.
  }, [shown]);
  if (!offer) return null;
  const { locale, t } = offer;
  const handleChoice = (chosen: Locale) => {
    setOffer(null);
    choose(chosen);
  };
  return (
    <section className={classes.bar} lang={locale} aria-label={t('Language')}>
      <Button variant="subtle" size="sm" onClick={() => handleChoice(locale)}>
        {t('Read this page in your language')}
      </Button>
      <CloseButton
        size={44}
        iconSize={18}
        aria-label={t('Keep English')}
        onClick={() => handleChoice(DEFAULT_LOCALE)}
      />
    </section>
  );
}
