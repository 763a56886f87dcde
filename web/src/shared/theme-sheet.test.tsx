import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { themeSheet } from './theme-sheet.ts';
import { cssVariablesResolver, themeIn } from './theme.ts';

const SCHEME = /:root\[data-mantine-color-scheme="(dark|light)"\]\{\s*--mantine-color-scheme: \1;\s*\}/g;
const squeeze = (css: string) => css.replaceAll(/\s+/g, '');

test('the style sheet of the build is what Mantine would write into the page', () => {
  const { container } = render(
    <MantineProvider
      theme={themeIn(ENGLISH)}
      cssVariablesResolver={cssVariablesResolver}
      deduplicateCssVariables={false}
      cssVariablesSelector=":root"
    >
      <p />
    </MantineProvider>,
  );
  const written = [...container.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
  expect(squeeze(themeSheet())).toBe(squeeze(written.replaceAll(SCHEME, '')));
});
