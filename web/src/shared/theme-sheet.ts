import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  em,
  mergeMantineTheme,
  px,
} from '@mantine/core';
import { cssVariablesResolver, themeIn } from './theme.ts';

/** Colours that are not set on any component: only their shades are used, by name. */
export const SHADES_ONLY = /--mantine-color-(pink|grape|violet|indigo|cyan|lime)-(?!\d)/;

const withoutUnused = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !SHADES_ONLY.test(name)));

/**
 * The style sheet of the theme: its variables, and the classes for visibility from or up to a breakpoint. Equals the
 * output of `MantineProvider`, but is made by the build.
 */
export function themeSheet(): string {
  // The variables are the same in all languages.
  const theme = mergeMantineTheme(DEFAULT_THEME, themeIn({ t: (text) => text }));
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(theme), cssVariablesResolver(theme));
  const widths = Object.entries(theme.breakpoints).map(([name, width]) => {
    const hidden = '{display: none !important;}';
    return (
      `@media (max-width: ${em(Number(px(width)) - 0.1)}) {.mantine-visible-from-${name} ${hidden}}` +
      `@media (min-width: ${em(Number(px(width)))}) {.mantine-hidden-from-${name} ${hidden}}`
    );
  });
  return (
    convertCssVariables({ variables, light: withoutUnused(light), dark: withoutUnused(dark) }, ':root') +
    widths.join('')
  );
}
