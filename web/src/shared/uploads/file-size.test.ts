import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test('uses the largest unit that fits', () => {
  expect([840, 12_288, 2_516_582].map(fileSize)).toEqual(['840 B', '12 KB', '2.4 MB']);
});
