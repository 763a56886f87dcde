import {
  createTheme,
  darken,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import type { Language } from '@/shared/i18n/language.ts';

const brand: MantineColorsTuple = [
  '#f1f2fd',
  '#e2e4fb',
  '#c5c9f5',
  '#a6adee',
  '#8891e7',
  '#6f79df',
  '#5560d3',
  '#4750bd',
  '#3b43a0',
  '#31377f',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e4e7ec',
  '#d3d7de',
  '#b4bac4',
  '#6f7684',
  '#5c6370',
  '#454b57',
  '#2f343d',
  '#1c1f26',
];

// Darker than Mantine's, for readable white text on it.
const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#e5483b',
  '#d92d20',
  '#b42318',
  '#912018',
  '#7a271a',
];

const dark: MantineColorsTuple = [
  '#e6e8ec',
  '#c8ccd4',
  '#a3a9b6',
  '#8a91a0',
  '#3a3f4a',
  '#2d313a',
  '#22262e',
  '#181b20',
  '#101216',
  '#0b0c0f',
];

const RADIUS = '0.5rem';
const SHADOW_SMALL = '0 1px 2px rgb(16 18 22 / 6%), 0 1px 1px rgb(16 18 22 / 4%)';
const SHADOW_LARGE = '0 12px 32px -8px rgb(16 18 22 / 18%), 0 4px 10px -4px rgb(16 18 22 / 10%)';

// The header of a dialog is outside the page, where it would count as a second banner landmark.
const dialogAttributes = { header: { role: 'presentation' } };

const dialogStyles = { title: { fontSize: 'var(--mantine-h3-font-size)', fontWeight: 650 } };

/** The theme: one primary colour, neutral greys, one radius, two shadows, and the translated texts of Mantine. */
export function themeIn({ t }: Pick<Language, 't'>): MantineThemeOverride {
  // A touch target of 44 px.
  const closeButton = { 'aria-label': t('Close'), size: 44, iconSize: 20 };
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    colors: { brand, gray, red, dark },
    black: '#1c1f26',
    fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.625rem', lineHeight: '1.25' },
        h2: { fontSize: '1.25rem', lineHeight: '1.3' },
        h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
        h4: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: RADIUS, sm: RADIUS, md: RADIUS, lg: RADIUS, xl: '62.5rem' },
    shadows: { xs: SHADOW_SMALL, sm: SHADOW_SMALL, md: SHADOW_LARGE, lg: SHADOW_LARGE, xl: SHADOW_LARGE },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      // User content can be right-to-left regardless of the page.
      Text: { defaultProps: { dir: 'auto' } },
      Title: { defaultProps: { dir: 'auto' } },
      TableTd: { defaultProps: { dir: 'auto' } },
      Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
      Modal: {
        defaultProps: {
          // Not blurred: every blink of the cursor in a field would repaint the whole page below.
          overlayProps: { backgroundOpacity: 0.45 },
          transitionProps: { duration: 160, transition: 'fade-up' },
          attributes: dialogAttributes,
          closeButtonProps: closeButton,
        },
        styles: dialogStyles,
      },
      Drawer: { defaultProps: { attributes: dialogAttributes, closeButtonProps: closeButton }, styles: dialogStyles },
      Menu: {
        defaultProps: {
          shadow: 'md',
          transitionProps: { duration: 150, transition: 'fade-down' },
          // The placeholder is an invalid child of a menu.
          withInitialFocusPlaceholder: false,
        },
      },
      Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 150, transition: 'fade-down' } } },
      PasswordInput: {
        defaultProps: {
          visibilityToggleFocusable: true,
          visibilityToggleButtonProps: { 'aria-label': t('Toggle password visibility') },
        },
      },
      // Options render only while the list is open; otherwise every keystroke would re-render all countries.
      Combobox: { defaultProps: { keepMounted: false } },
      Tooltip: { defaultProps: { transitionProps: { duration: 150 }, withArrow: true } },
      Badge: { defaultProps: { radius: 'xl', tt: 'none' } },
      Checkbox: { defaultProps: { radius: '0.25rem' } },
      InputWrapper: {
        styles: {
          label: { fontSize: 'var(--mantine-font-size-sm)', fontWeight: 550, marginBlockEnd: '0.25rem' },
          error: { fontSize: 'var(--mantine-font-size-sm)' },
        },
      },
    },
  });
}

/** Colours whose darkest shade is still too pale on the soft background of badges and alerts in the light scheme. */
const PALE_COLORS = ['yellow', 'orange', 'lime', 'green', 'teal'] as const;

/**
 * Colours in addition to Mantine's: the canvas behind cards, their hairline border, and readable text where Mantine's
 * is not.
 */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {
    '--app-content-width': '75rem',
    '--app-header-height': '3.75rem',
  },
  light: {
    '--app-canvas': gray[0],
    '--app-border': gray[2],
    '--app-success': 'var(--mantine-color-teal-9)',
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    ...Object.fromEntries(
      PALE_COLORS.map((name) => [`--mantine-color-${name}-light-color`, darken(colors[name][9], 0.38)]),
    ),
  },
  dark: {
    '--app-canvas': dark[8],
    '--app-border': dark[5],
    '--app-success': 'var(--mantine-color-teal-4)',
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': brand[3],
    // A quarter and a third of the colour over the body; Mantine's are hardly lighter than the body.
    '--mantine-color-brand-light': '#272c4d',
    '--mantine-color-brand-light-hover': '#2c325b',
    '--mantine-color-red-light': '#482020',
    '--mantine-color-red-light-hover': '#582120',
    // Mantine's are darker than the body.
    '--mantine-color-gray-light': dark[6],
    '--mantine-color-gray-light-hover': dark[5],
  },
});
