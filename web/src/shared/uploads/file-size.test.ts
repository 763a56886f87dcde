import { expect, test } from 'vitest';
import { translated } from '@/shared/i18n/translated.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { fileSize } from './file-size.ts';

const SIZES = [840, 12_288, 2_516_582, 3_145_728];

test('the size of a file uses the largest unit that fits', () => {
  expect(SIZES.map((bytes) => fileSize(bytes, ENGLISH))).toEqual(['840 B', '12 KB', '2.4 MB', '3.0 MB']);
});

test('the size of a file has the decimal separator of the language [A637]', () => {
  const vietnamese = translated('vi', { texts: {}, messages: {} });
  expect(SIZES.map((bytes) => fileSize(bytes, vietnamese))).toEqual(['840 B', '12 KB', '2,4 MB', '3,0 MB']);
});
