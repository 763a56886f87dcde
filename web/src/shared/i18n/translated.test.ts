import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from './english.ts';
import { translated } from './translated.ts';
import type { Catalogue } from './catalogue.ts';

const catalogue: Catalogue = {
  texts: {
    'No posts found': 'Không tìm thấy',
    'No results for "{term}"': 'Không có kết quả cho “{term}”',
    'by {terms} and {privacy}': '{privacy} trước {terms}',
    '{n} replies': '{n} phản hồi',
    Broken: 'Hỏng {nobody}',
    'Open|state': 'Đang mở',
    'just now': 'vừa xong',
    Empty: '',
  },
  messages: {},
};
const vi = translated('vi', catalogue);

describe('a text', () => {
  test('a text in English is unchanged, with its values [A631]', () => {
    expect(ENGLISH.t('No posts found')).toBe('No posts found');
    expect(ENGLISH.t('No results for "{term}"', { term: '$& {term}' })).toBe('No results for "$& {term}"');
    expect(ENGLISH.t('Open', {}, 'state')).toBe('Open');
    expect(ENGLISH.t('of {n}', { n: 0 })).toBe('of 0');
  });

  test('a text is translated, and its values are inserted as they are', () => {
    expect(vi.t('No posts found')).toBe('Không tìm thấy');
    expect(vi.t('No results for "{term}"', { term: '{term} $1' })).toBe('Không có kết quả cho “{term} $1”');
  });

  test('a text is English when its entry is missing, empty or has an unfilled placeholder', () => {
    expect(vi.t('Nobody knows {name}', { name: 'X' })).toBe('Nobody knows X');
    expect(vi.t('Broken')).toBe('Broken');
    expect(vi.t('Empty')).toBe('Empty');
    expect(vi.t('toString')).toBe('toString');
  });

  test('a text can have a meaning of its own by its context', () => {
    expect(vi.t('Open', {}, 'state')).toBe('Đang mở');
    expect(vi.t('Open')).toBe('Open');
    expect(vi.t('No posts found', {}, 'list')).toBe('Không tìm thấy');
  });

  test('a text takes elements in its placeholders, in the order of the language', () => {
    const values = { terms: createElement('b', null, 'T'), privacy: createElement('i', null, 'P') };
    const html = (of: typeof vi) =>
      renderToStaticMarkup(createElement('p', null, of.rich('by {terms} and {privacy}', values)));
    expect(html(ENGLISH)).toBe('<p>by <b>T</b> and <i>P</i></p>');
    expect(html(vi)).toBe('<p><i>P</i> trước <b>T</b></p>');
  });
});

describe('a text that counts', () => {
  const forms = { one: '{n} reply', other: '{n} replies' };
  test('a plural has two forms in English and one in Vietnamese [A637]', () => {
    expect([0, 1, 2].map((n) => ENGLISH.plural(n, forms))).toEqual(['0 replies', '1 reply', '2 replies']);
    expect([0, 1, 2].map((n) => vi.plural(n, forms))).toEqual(['0 phản hồi', '1 phản hồi', '2 phản hồi']);
    expect(vi.plural(1, { one: 'one {x}', other: 'many {x}' }, { x: 'Y' })).toBe('one Y');
  });

  test('a plural has the forms of its language, and the last of them for all others [A637]', () => {
    const polish: Catalogue = {
      texts: { '{n} replies': { one: '{n} odpowiedź', few: '{n} odpowiedzi', other: '{n} odpowiedzi (wiele)' } },
      messages: {},
    };
    // Any code that Intl knows counts by its own rules; the product has none with four forms yet.
    const pl = translated('pl' as 'vi', polish);
    expect([1, 3, 5].map((n) => pl.plural(n, forms))).toEqual(['1 odpowiedź', '3 odpowiedzi', '5 odpowiedzi (wiele)']);
  });
});

describe('formats', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const moment = new Date(2026, 2, 5, 14, 7).toISOString();
  test('the English formats stay the same [A631]', () => {
    expect(ENGLISH.age('2026-11-22T11:59:30Z', now)).toBe('just now');
    expect(ENGLISH.age('2026-11-21T11:00:00Z', now)).toBe('yesterday');
    expect(ENGLISH.age('2026-11-19T11:00:00Z', now)).toBe('3 days ago');
    expect(ENGLISH.age('2027-01-01T00:00:00Z', now)).toBe('just now');
    expect(ENGLISH.day(moment, now)).toBe('Mar 5');
    expect(ENGLISH.day(moment, Date.parse('2027-06-01T00:00:00Z'))).toBe('Mar 5, 2026');
    expect(ENGLISH.calendarDay('2026-12-15', now)).toBe('Dec 15');
    expect(ENGLISH.timeOfDay(moment)).toMatch(/^02:07\sPM$/);
    expect(ENGLISH.dayAndTime(moment)).toMatch(/^Mar 5, 02:07\sPM$/);
    expect(ENGLISH.dateAndTime(moment)).toMatch(/^Mar 5, 2026, 02:07\sPM$/);
    expect(ENGLISH.number(1234.5)).toBe('1,234.5');
    expect(ENGLISH.country('vn')).toBe('Vietnam');
    expect(ENGLISH.country('Atlantis')).toBe('Atlantis');
  });

  test('the formats follow the language [A637]', () => {
    expect(vi.age('2026-11-22T11:59:30Z', now)).toBe('vừa xong');
    expect(vi.age('2026-11-19T11:00:00Z', now)).toBe('3 ngày trước');
    expect(vi.day(moment, now)).toBe('5 thg 3');
    expect(vi.timeOfDay(moment)).toBe('14:07');
    expect(vi.dayAndTime(moment)).toBe('5 thg 3, 14:07');
    expect(vi.dateAndTime(moment)).toBe('5 thg 3, 2026, 14:07');
    expect(vi.dateAndTimeWithZone(moment)).toMatch(/^5 thg 3, 2026, 14:07 (UTC|GMT[+-]?[\d:]*)$/);
    expect(vi.dateAndTime('never')).toBe('Invalid Date');
    expect(vi.number(1234.5)).toBe('1.234,5');
    expect(vi.country('vn')).toBe('Việt Nam');
    expect(vi.country('VN')).toBe('Việt Nam');
    expect(vi.country('Atlantis')).toBe('Atlantis');
    expect(['Đức', 'Anh', 'Áo'].toSorted(vi.compare)).toEqual(['Anh', 'Áo', 'Đức']);
  });
});

test('a third language of two texts says these, and the rest in English [A644]', () => {
  const small: Catalogue = { texts: { 'No posts found': 'Aucune demande trouvée' }, messages: { Spam: 'Indésirable' } };
  // What the catalogue of a language would be on its first day; `fr` is a line in locale.ts away from being chosen.
  const french = translated('fr' as 'vi', small);
  expect(french.t('No posts found')).toBe('Aucune demande trouvée');
  expect(french.t('Spam')).toBe('Indésirable');
  expect(french.t('Posts of {name}', { name: 'Anna' })).toBe('Posts of Anna');
  expect(french.plural(1, { one: '{n} reply', other: '{n} replies' })).toBe('1 reply');
  expect(french.plural(2, { one: '{n} reply', other: '{n} replies' })).toBe('2 replies');
  expect(french.message('Spam')).toBe('Indésirable');
  expect(french.message('Please wait 5 days to send another quote')).toBe('Please wait 5 days to send another quote');
  expect(french.number(1234.5)).toBe(Number(1234.5).toLocaleString('fr'));
  expect(french.country('vn')).toBe('Viêt Nam');
});
