import { readFileSync } from 'node:fs';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { FORM_CATEGORIES } from '@domain/categories.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { cssVariablesResolver, themeIn } from './theme.ts';

type Scheme = 'light' | 'dark';
type Rgb = readonly [red: number, green: number, blue: number];
type Declarations = Readonly<Record<string, string>>;

const theme = mergeMantineTheme(DEFAULT_THEME, themeIn(ENGLISH));
const [mantine, own] = [defaultCssVariablesResolver(theme), cssVariablesResolver(theme)];
const page = (scheme: Scheme): Declarations => ({
  ...mantine.variables,
  ...mantine[scheme],
  ...own.variables,
  ...own[scheme],
});

/** A CSS colour as the browser computes it from these declarations: hex, rgb(), var(), hsl() of a hue, or color-mix() of two in sRGB. */
function rgbOf(value: string, declared: Declarations): Rgb {
  const variable = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (variable) return rgbOf(declared[variable] ?? `undeclared ${variable}`, declared);
  const mixed = /^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/.exec(value);
  if (mixed?.[1] && mixed[2] && mixed[3]) {
    const [a, b, share] = [rgbOf(mixed[1], declared), rgbOf(mixed[3], declared), Number(mixed[2]) / 100];
    const mix = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share);
    return [mix(0), mix(1), mix(2)];
  }
  const [, hueName = '', saturation, lightness] = /^hsl\(var\((--[\w-]+)\) (\d+)% (\d+)%\)$/.exec(value) ?? [];
  if (saturation !== undefined && lightness !== undefined) {
    const [hue, light] = [Number(declared[hueName]), Number(lightness) / 100];
    const reach = (Number(saturation) / 100) * Math.min(light, 1 - light);
    const part = (shift: number) => {
      const at = (shift + hue / 30) % 12;
      return 255 * (light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
    };
    return [part(0), part(8), part(4)];
  }
  if (value === 'black') return [0, 0, 0];
  if (value === 'white' || value === '#fff') return [255, 255, 255];
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
    .exec(value)
    ?.slice(1)
    .map((part) => parseInt(part, 16));
  const [red, green, blue] = hex ?? (/^rgba?\((.*)\)$/.exec(value)?.[1] ?? '').split(/[\s,/]+/).map(Number);
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`No colour: ${value}`);
  return [red, green, blue];
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(text: string, background: string, declared: Declarations): number {
  const [dark = 0, light = 0] = [text, background]
    .map((color) => luminance(rgbOf(color, declared)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const AA = 4.5;
const schemes = ['light', 'dark'] as const;

/** The custom properties that a style sheet of badges declares for one kind of badge in a scheme, later rules over earlier ones. */
function declarationsOf(sheet: string, kind: string, scheme: Scheme): Declarations {
  const css = readFileSync(new URL(sheet, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found: Record<string, string> = {};
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const isOfScheme = !selector.includes('color-scheme') || selector.includes(`'${scheme}'`);
    const isExcluded = selector.includes(`:not([data-category='${kind}'])`);
    const named = /(?<!not\()\[data-(?:category|type)='(\w+)'\]/.exec(selector)?.[1];
    if (!isOfScheme || isExcluded || (named !== undefined && named !== kind)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/([\w-]+):\s*([^;]+);/g)) found[name] = value;
  }
  return found;
}

describe.each(schemes)('badges in the %s scheme have a contrast of 4.5:1', (scheme) => {
  const declared = page(scheme);

  test.each(Object.keys(theme.colors))('soft %s', (color) => {
    const soft = `var(--mantine-color-${color}-light)`;
    expect(contrast(`var(--mantine-color-${color}-light-color)`, soft, declared)).toBeGreaterThanOrEqual(AA);
  });

  test.each([
    ['brand of numbers', 'white', 'var(--mantine-color-brand-filled)'],
    ['red of unread messages', 'white', 'var(--mantine-color-red-8)'],
    ['teal of "Allowed"', 'white', 'var(--mantine-color-teal-9)'],
    ['yellow of "Flagged"', 'var(--mantine-color-black)', 'var(--mantine-color-yellow-4)'],
    ['gray outline', 'var(--mantine-color-gray-outline)', 'var(--mantine-color-body)'],
    ['dot', 'var(--mantine-color-text)', 'var(--mantine-color-body)'],
  ])('%s', (_, text, background) => {
    expect(contrast(text, background, declared)).toBeGreaterThanOrEqual(AA);
  });

  test.each(FORM_CATEGORIES.map(({ value }) => value))('category %s', (category) => {
    const badge = {
      ...declared,
      ...declarationsOf('../features/posts/card/category-badge.module.css', category, scheme),
    };
    expect(contrast('var(--badge-strong)', 'var(--badge-soft)', badge)).toBeGreaterThanOrEqual(AA);
  });

  test.each(['news', 'event'])('type of news: %s', (type) => {
    const { color = '', background = '' } = declarationsOf('../features/news/news-badges.module.css', type, scheme);
    expect(contrast(color, background, declared)).toBeGreaterThanOrEqual(AA);
  });
});

describe('tinted surfaces in the dark scheme', () => {
  const declared = page('dark');

  test.each(['brand', 'red', 'gray'])('%s stands out from the body, and more under the pointer', (color) => {
    const body = 'var(--mantine-color-body)';
    const soft = contrast(`var(--mantine-color-${color}-light)`, body, declared);
    expect(soft).toBeGreaterThan(1.1);
    expect(contrast(`var(--mantine-color-${color}-light-hover)`, body, declared)).toBeGreaterThan(soft);
  });

  test.each(['dimmed', 'anchor', 'error'])('text in %s is readable on each', (text) => {
    for (const color of ['brand', 'red', 'gray'])
      expect(
        contrast(`var(--mantine-color-${text})`, `var(--mantine-color-${color}-light)`, declared),
      ).toBeGreaterThanOrEqual(AA);
  });
});
