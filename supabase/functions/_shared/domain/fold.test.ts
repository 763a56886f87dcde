import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsPattern, fold, foldName } from './fold.ts';

describe('fold', () => {
  test.each([
    ['Thép tấm Đặc Biệt', 'thep tam dac biet'],
    ['Thép tấm Đặc Biệt'.normalize('NFD'), 'thep tam dac biet'],
    ['Straße ÆRØ Łódź ISTANBUL ıİ', 'strasse aero lodz istanbul ii'],
    ['ＰＶＣ ﬁne m² ½', 'pvc fine m2 1/2'],
    ['1½', '1 1/2'],
    ['st\u00adee\u200bl', 'steel'],
    ['Ёлка ΣΊΣΥΦΟΣ', 'елка σισυφοσ'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['สแตนเลส หนึ่ง', 'สแตนเลส หนึ่ง'],
    ['한국'.normalize('NFD'), '한국'],
  ])('%s is compared as %s', (text, folded) => expect(fold(text)).toBe(folded));

  test('a folded text stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test('names are compared without blanks', () => expect(foldName('Việt Nam')).toBe('vietnam'));
});

describe('a pattern for like', () => {
  test('the wildcards of a text mean themselves', () => expect(containsPattern('50%_\\')).toBe('%50\\%\\_\\\\%'));

  test('the text cannot end the value, nor is its star a wildcard', () =>
    expect(containsPattern('a"),id.gt.(0*')).toBe('%a___id.gt._0_%'));
});
