import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { averageText } from './average-text.ts';

test('every average that can be stored is unchanged in English [A631]', () => {
  for (let hundredths = 100; hundredths <= 500; hundredths++) {
    expect(averageText(hundredths / 100, ENGLISH)).toBe((hundredths / 100).toFixed(1));
  }
});

test('an average has the decimal sign of the language [A637]', () => {
  expect(averageText(4.05, translated('vi', { texts: {}, messages: {} }))).toBe('4,0');
});
