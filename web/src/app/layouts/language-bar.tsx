import { useEffect, useState } from 'react';
import { Button, CloseButton } from '@mantine/core';
import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { offeredLocale } from '@/shared/i18n/choice.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { loadLanguage } from '@/shared/i18n/load-language.ts';
import { useChosenLocale } from '@/shared/i18n/use-language.ts';
import { useChooseLocale } from '@/shared/session/use-choose-locale.ts';
import classes from './language-bar.module.css';

/** Offers the browser's first language, in that language, until one is chosen. Never switches automatically. */
export function LanguageBar() {
  const [offer, setOffer] = useState<Language | null>(null);
  const choose = useChooseLocale();
  const isOffered = useChosenLocale() === null;
  useEffect(() => {
    const locale = isOffered ? offeredLocale(navigator.languages) : null;
    // If its catalogue fails to load, the bar stays hidden and the page English.
    if (locale) loadLanguage(locale, false).then(setOffer, () => undefined);
  }, [isOffered]);
  if (!isOffered || !offer) return null;
  const { locale, t } = offer;
  const handleChoice = (chosen: Locale) => {
    // Needed in browsers that cannot store the choice.
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
