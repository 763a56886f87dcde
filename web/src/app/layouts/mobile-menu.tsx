import { Burger, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { isActiveEntry, navEntries } from './nav-entries.ts';

/** The navigation on a phone: the same two entries in a menu. */
export function MobileMenu({ onHome }: { onHome: () => void }) {
  const { t } = useLanguage();
  const { pathname } = useLocation();
  const [opened, menu] = useDisclosure(false);
  return (
    <Menu
      opened={opened}
      onChange={(isOpen) => (isOpen ? menu.open() : menu.close())}
      position="bottom-end"
      width={200}
      withinPortal={false}
    >
      <Menu.Target>
        <Burger
          opened={opened}
          size="sm"
          w={44}
          h={44}
          px={0}
          display="flex"
          style={{ alignItems: 'center', justifyContent: 'flex-end' }}
          aria-label={t('Navigation menu')}
        />
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
