import { Menu } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LateMenu } from '@/shared/ui/late-menu.tsx';
import type { LateMenuState } from '@/shared/ui/use-late-menu.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { LanguageItems } from './language-items.tsx';
import { isActiveEntry, navEntries } from './nav-entries.ts';

type MobileEntriesProps = { menu: LateMenuState; opened: boolean; onHome: () => void };

/** The two entries of the desktop header, in the menu of a phone. For guests, whose header has no room for it, the language too. */
export function MobileEntries({ menu, opened, onHome }: MobileEntriesProps) {
  const { t } = useLanguage();
  const { pathname } = useLocation();
  const { status } = useCurrentUser();
  return (
    <LateMenu menu={menu} opened={opened} position="bottom-end" width={200} withinPortal={false}>
      {navEntries.map(({ label, to }) => (
        <Menu.Item
          key={to}
          component={Link}
          to={to}
          mih={44}
          aria-current={isActiveEntry(to, pathname) ? 'page' : undefined}
          c={isActiveEntry(to, pathname) ? 'var(--mantine-primary-color-light-color)' : undefined}
          onClick={to === '/' ? onHome : undefined}
        >
          {t(label)}
        </Menu.Item>
      ))}
      {status === 'guest' && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('Language')}</Menu.Label>
          <LanguageItems />
        </>
      )}
    </LateMenu>
  );
}
