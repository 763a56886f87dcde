import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { LOCALES, isLocale } from '@domain/locale.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useChooseLocale } from '@/shared/session/use-choose-locale.ts';

/** The languages in a menu, each by its own name. */
export function LanguageItems() {
  const { locale } = useLanguage();
  const choose = useChooseLocale();
  return (
    <Menu.RadioGroup value={locale}>
      {Object.entries(LOCALES).map(([code, name]) => (
        <Menu.RadioItem
          key={code}
          value={code}
          lang={code}
          mih={44}
          closeMenuOnClick
          // Choosing the current language also counts: from then on it is an explicit choice.
          onClick={() => isLocale(code) && choose(code)}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
