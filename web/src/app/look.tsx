import { useEffect, useState, type ReactNode } from 'react';
import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
  type MantineThemeOverride,
} from '@mantine/core';

const getRootElement = () => document.documentElement;

/**
 * The parts of `MantineProvider` without the one that computes the theme's CSS variables on every visit: the build
 * makes them a style sheet (`theme-sheet.ts`).
 */
export function Look({ theme, children }: { theme: MantineThemeOverride; children: ReactNode }) {
  const [manager] = useState(() => localStorageColorSchemeManager());
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager,
    getRootElement,
  });
  useEffect(() => {
    if (theme.respectReducedMotion) getRootElement().dataset['respectReducedMotion'] = 'true';
  }, [theme.respectReducedMotion]);
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
