import { LOCALES, isLocale } from '@domain/locale.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useChooseLocale } from '@/shared/session/use-choose-locale.ts';
import classes from './app-footer.module.css';

/** Language choice in the footer. Each language has its own name. */
export function LanguageLinks() {
  const { locale, t } = useLanguage();
  const choose = useChooseLocale();
  return (
    <span role="group" aria-label={t('Language')} className={classes.languages}>
      {Object.entries(LOCALES).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === locale}
          onClick={() => isLocale(code) && choose(code)}
        >
          {name}
        </button>
      ))}
    </span>
  );
}
