import { ActionIcon, Menu } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { LOCALES, isLocale } from '@domain/locale.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useChooseLocale } from '@/shared/session/use-choose-locale.ts';

/** The choice of the language, in the header. The names of languages are in themselves. */
export function LanguageMenu() {
  const { locale, t } = useLanguage();
  const choose = useChooseLocale();
  return (
    <Menu position="bottom-end" width={180} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('Language')}>
          <IconWorld size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={locale} onChange={(value) => isLocale(value) && choose(value)}>
          {Object.entries(LOCALES).map(([code, name]) => (
            <Menu.RadioItem key={code} value={code} lang={code} mih={44} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
