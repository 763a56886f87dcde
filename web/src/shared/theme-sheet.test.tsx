import { readdirSync, readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { SHADES_ONLY, themeSheet } from './theme-sheet.ts';
import { cssVariablesResolver, themeIn } from './theme.ts';

const SCHEME = /:root\[data-mantine-color-scheme="(dark|light)"\]\{\s*--mantine-color-scheme: \1;\s*\}/g;
const squeeze = (css: string) => css.replaceAll(/\s+/g, '');
const withoutUnused = (css: string) => css.replaceAll(new RegExp(`${SHADES_ONLY.source}[^;]*;`, 'g'), '');

test('the style sheet of the build is the one that Mantine would write into the page', () => {
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
  expect(squeeze(themeSheet())).toBe(squeeze(withoutUnused(written.replaceAll(SCHEME, ''))));
});

test('no component is given a colour of which the sheet has only the shades', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !file.includes('theme-sheet'),
  );
  expect(files.length).toBeGreaterThan(500);
  const named =
    /(?<!mantine-color-)\b(pink|grape|violet|indigo|cyan)\b|mantine-color-(pink|grape|violet|indigo|cyan|lime)-(?!\d)/;
  expect(files.filter((file) => named.test(readFileSync(`web/src/${file}`, 'utf8')))).toEqual([]);
});
