/** What the catalogue of Vietnamese makes of everything that reaches the page in English, whatever the values are. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { notificationKinds } from '@domain/notification-kinds.ts';
import { DECLINE_REASONS, QUOTE_STATUSES } from '@domain/quote-status.ts';
import { readTexts } from '../../../../scripts/checks/texts.ts';
import vietnameseOfAdmins from './admin/vi.json' with { type: 'json' };
import { joined } from './catalogue.ts';
import { ENGLISH } from './english.ts';
import { shortCatalogue } from './short-catalogue.ts';
import { translated } from './translated.ts';
import vietnamese from './vi.json' with { type: 'json' };

const catalogue = joined(vietnamese, vietnameseOfAdmins);
const { message } = translated('vi', catalogue);
const { known } = readTexts(fileURLToPath(new URL('../../../..', import.meta.url)));

const DONE = [
  'shortlisted',
  'taken off the shortlist',
  'accepted',
  'declined',
  'reopened',
  'withdrawn',
  'revised',
  'cancelled',
];

/** The values of texts that take words of the product, or nothing but these. */
const OWN_VALUES: Record<string, string[][]> = {
  'This quote is {}, so it cannot be {}': QUOTE_STATUSES.flatMap((status) => DONE.map((done) => [status, done])),
  'This quote is already {}': QUOTE_STATUSES.map((status) => [status]),
  'This quote is {}, and only {} can change that in this way': QUOTE_STATUSES.flatMap((status) =>
    ['its supplier', 'the owner of the request'].map((actor) => [status, actor]),
  ),
  'This quote is {} and has been revised three times, which is the most': QUOTE_STATUSES.map((status) => [status]),
  'There is no {} with this number': [['post'], ['quote'], ['news']],
  'Enter the number of the {}': [['post'], ['quote'], ['news']],
  'A rate from {} to {}': [['0.000000001', '1,000,000']],
  'A currency code of three letters other than {}': [['USD']],
  'More than {} currencies': [['500']],
  'Not comparable: {}': [['the price names no unit'], ['no amount is plain to see'], ['the amount has no upper end']],
  'Your account is suspended{}. Reason: {}': [
    ['', 'Own words'],
    [' until Nov 5, 2026', 'Own words'],
  ],
  'The deadline of "{}" has passed: {} {}': [
    ['Own words', '1', 'quote'],
    ['Own words', '12', 'quotes'],
  ],
};
const ANY_VALUES = ['5', 'Own words', 'A "b" c', '{name}', '$& $1 %s %', 'a\nb', '(x) [y] \\', ' ', ''];

const PLACE = /\{\w*\}/g;
const valuesOf = (text: string): string[][] =>
  OWN_VALUES[text] ?? (text.search(PLACE) < 0 ? [[]] : ANY_VALUES.map((value) => [value, value, value, value]));
const filled = (text: string, values: readonly string[]): string => {
  let index = 0;
  return text.replaceAll(PLACE, () => values[index++] ?? '');
};
/** Words of English that no translation has. */
const ENGLISH_WORDS =
  /\b(?:the|this|that|your|you|is|are|was|cannot|must|please|been|has|have|not|with|from|only|of|can|accepted|declined|withdrawn|pending)\b/i;

describe('everything that arrives', () => {
  test('every arriving text is translated into Vietnamese, with every value [A635]', () => {
    const texts = [...known.arriving.map(({ text }) => text), ...known.others];
    expect(texts.length).toBeGreaterThan(500);
    for (const text of texts)
      for (const values of valuesOf(text)) {
        const english = filled(text, values);
        const shown = message(english);
        expect(shown, english).not.toMatch(ENGLISH_WORDS);
        if (OWN_VALUES[text]) continue;
        for (const value of values.slice(0, text.match(PLACE)?.length ?? 0)) expect(shown, english).toContain(value);
      }
  });

  test('an arriving text stays as it came in English, and when it is unknown [A635]', () => {
    for (const { text } of known.arriving) expect(ENGLISH.message(text)).toBe(text);
    for (const text of ['', 'Nobody knows this text', 'post not found', 'Post not found!', 'upstream timed out'])
      expect(message(text)).toBe(text);
  });

  test('an arriving text has its days and words in Vietnamese [A637]', () => {
    expect(message('Your account is suspended until Nov 5, 2026. Reason: The price is too high')).toBe(
      'Tài khoản của bạn bị đình chỉ đến 5 thg 11, 2026. Lý do: The price is too high',
    );
    expect(message('This quote expired on Dec 31, 2026')).toBe('Báo giá này đã hết hiệu lực vào 31 thg 12, 2026');
    expect(message('This quote is withdrawn, so it cannot be accepted')).toBe(
      'Báo giá này đã được rút lại nên không thể chấp nhận',
    );
  });

  test('an arriving text is found at once also in a long text', () => {
    const long = 'Anna can be "x" or {y}: '.repeat(200);
    const before = performance.now();
    expect(message(`${long}!`)).toContain(long.slice(0, 4));
    expect(performance.now() - before).toBeLessThan(500);
  });
});

test('the texts of both catalogues have different short keys, since the admin area joins them [A642]', () => {
  expect(() => shortCatalogue(catalogue)).not.toThrow();
});

describe('a notification', () => {
  const TITLES = ['20 tons of rice', 'A "quoted" title', 'x" was declined: y', '{title} $& %s', 'Steel: hot, cold'];

  test.each(Object.entries(notificationKinds))(
    'a notification of the kind %s is translated, with any title [A636]',
    (kind, { text }) => {
      for (const title of TITLES) {
        const stored = text
          .replace('{title}', () => title)
          .replace('{subject}', () => title)
          .replace('{username}', 'anna')
          .replace('{n}', '3')
          .replace('{reason}', 'own words')
          .replace('{answer}', 'own words')
          .replace('{changes}', 'price (12 → 11), description');
        const shown = message(stored, kind);
        expect(shown).not.toBe(stored);
        expect(shown.replaceAll(title, '')).not.toMatch(ENGLISH_WORDS);
        if (text.includes('{title}') || text.includes('{subject}')) expect(shown).toContain(title);
        if (text.includes('{username}')) expect(shown).toContain('anna');
      }
    },
  );

  test.each(DECLINE_REASONS)(
    'a notification of a declined quote says "%s" in Vietnamese, and own words as they are [A636]',
    (reason) => {
      const stored = `Your quote on "Rice" was declined: ${reason}`;
      expect(message(stored)).toBe(`Báo giá của bạn cho “Rice” đã bị từ chối: ${message(reason)}`);
      expect(message(`${stored}: Too bad, 5 tons`)).toBe(
        `Báo giá của bạn cho “Rice” đã bị từ chối: ${message(reason)}: Too bad, 5 tons`,
      );
      expect(message(reason)).not.toBe(reason);
    },
  );

  test('a notification of a revision has the field names translated, and no value [A636]', () => {
    expect(
      message(
        'bob revised the quote on "Rice": price (12, price on request → 11), valid until (Nov 5, 2026 → –), minimum quantity (1 → 2), images',
      ),
    ).toBe(
      'bob đã sửa báo giá cho “Rice”: giá (12, price on request → 11), có hiệu lực đến (5 thg 11, 2026 → –), số lượng tối thiểu (1 → 2), hình ảnh',
    );
  });

  test('a notification that a moderator adds words to keeps them [A636]', () => {
    expect(message('Your post "Rice" is visible again: Sorry')).toBe('Yêu cầu “Rice” của bạn đã hiển thị lại: Sorry');
    expect(message('Your post "Rice" was hidden: Violation of the marketplace rules')).toBe(
      'Yêu cầu “Rice” của bạn đã bị ẩn: Vi phạm quy định của sàn',
    );
    expect(message('The request "Rice" was closed: Found elsewhere')).toBe(
      'Yêu cầu “Rice” đã đóng: Đã tìm được ở nơi khác',
    );
  });
});
