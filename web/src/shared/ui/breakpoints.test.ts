import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';
import { breakpoints, nameBreakpoints } from './breakpoints.ts';

test('phones end at 640 px, the other breakpoints are those of Mantine', () => {
  const { phone, ...rest } = breakpoints;
  expect(Number.parseFloat(phone) * 16).toBe(640);
  expect(DEFAULT_THEME.breakpoints).toMatchObject(rest);
});

test('style sheets name breakpoints', () => {
  expect(nameBreakpoints('@media (--from-phone) and (--below-md) { a { color: var(--below-sm); } }')).toBe(
    '@media (min-width: 40em) and (max-width: 61.99em) { a { color: var(--below-sm); } }',
  );
  expect(nameBreakpoints('@media (--below-phone) {}')).toBe('@media (max-width: 39.99em) {}');
  expect(() => nameBreakpoints('@media (--below-tablet) {}')).toThrow('There is no breakpoint for (--below-tablet)');
});
