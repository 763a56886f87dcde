import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Switches between light and dark; until it is used, the page follows the system. */
export function ColorSchemeSwitch() {
  const { t } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const isDark = scheme === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={isDark ? t('Use the light theme') : t('Use the dark theme')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {/* Both icons, because the still (web/build/stills.ts) is the same for both schemes. */}
      <IconSun size={20} stroke={1.7} className="mantine-light-hidden" />
      <IconMoon size={20} stroke={1.7} className="mantine-dark-hidden" />
    </ActionIcon>
  );
}
