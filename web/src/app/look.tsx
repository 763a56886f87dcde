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
 * What `MantineProvider` is made of, without the part that computes the variables of the theme and writes them into the page each time
 * it is opened: they are a style sheet of the build (`theme-sheet.ts`).
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
