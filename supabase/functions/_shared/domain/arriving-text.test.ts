import { describe, expect, test } from 'vitest';
import { translateArriving } from './arriving-text.ts';

const say = translateArriving(
  {
    texts: {
      Spam: 'Thư rác',
      Error: 'Lỗi',
      'Internal Server Error': 'Lỗi máy chủ',
      'Rate limit': { one: 'x', other: 'y' },
    },
    messages: {
      'Login failed': 'Đăng nhập thất bại',
      'Please wait {days} days': 'Vui lòng chờ {days} ngày',
      '{name} sent "{title}"': '“{title}” do {name} gửi',
      '{name} sent "{title}" to you': '{name} gửi bạn “{title}”',
      'Hidden: {reasonText}': 'Đã ẩn: {reasonText}',
      'Failed: {status} {reasonText}': 'Thất bại: {status} {reasonText}',
      'Costs (in $) [{a}]': 'Giá [{a}]',
      '{one} or {otherNumber}?': '{one} hay {otherNumber}?',
      'Suspended until {untilDate}. Reason: {reason}': 'Đình chỉ đến {untilDate}. Lý do: {reason}',
      '{name} changed: {changesList}': '{name} đã sửa: {changesList}',
      price: 'giá',
      'valid until': 'có hiệu lực đến',
      'valid until ({beforeDate} → {afterDate})': 'có hiệu lực đến ({beforeDate} → {afterDate})',
    },
  },
  {
    date: (moment, options) => new Date(moment).toLocaleString('vi', options),
    number: (value) => value.toLocaleString('vi'),
  },
);

describe('what arrives in English', () => {
  test('an arriving text is translated when it is known, on the page or as a message [A635]', () => {
    expect(say('Login failed')).toBe('Đăng nhập thất bại');
    expect(say('Spam')).toBe('Thư rác');
  });

  test('an arriving text is translated with every value, whatever the value contains [A635]', () => {
    for (const days of ['1', '5', '', '{days}', '$&', 'a\nb']) {
      expect(say(`Please wait ${days} days`)).toBe(`Vui lòng chờ ${days} ngày`);
    }
    expect(say('Anna sent "A "quoted" title"')).toBe('“A "quoted" title” do Anna gửi');
    expect(say('Costs (in $) [5]')).toBe('Giá [5]');
  });

  test('an arriving text has its numbers in the notation of the language [A635]', () => {
    expect(say('1,250.5 or 1,250.5?')).toBe('1,250.5 hay 1.250,5?');
    expect(say('1.25 or 1,25?')).toBe('1.25 hay 1,25?');
  });

  test('an arriving text takes the pattern with the most words of its own', () => {
    expect(say('Anna sent "X" to you')).toBe('Anna gửi bạn “X”');
  });

  test('an arriving text has only the product texts in its values translated', () => {
    expect(say('Hidden: Spam')).toBe('Đã ẩn: Thư rác');
    expect(say('Hidden: Own words')).toBe('Đã ẩn: Own words');
    expect(say('Please wait Spam days')).toBe('Vui lòng chờ Spam ngày');
  });

  test('an arriving text has its dates in the format of the language; other values stay as they are [A637]', () => {
    expect(say('Suspended until Nov 5, 2026. Reason: since Nov 1, 2026')).toBe(
      'Đình chỉ đến 5 thg 11, 2026. Lý do: since Nov 1, 2026',
    );
    expect(say('Suspended until soon. Reason: x')).toBe('Đình chỉ đến soon. Lý do: x');
  });

  test('an arriving list of changes has its field names translated, and no value [A636]', () => {
    expect(say('Anna changed: price (1, price per ton → 2), valid until (Nov 5, 2026 → –), price')).toBe(
      'Anna đã sửa: giá (1, price per ton → 2), có hiệu lực đến (5 thg 11, 2026 → –), giá',
    );
    const inFormat = (name: string, value: string) => `${name} ${value}`;
    expect(say('Anna changed: price (1 → 2), valid until (Nov 5, 2026 → –), price', '', inFormat)).toBe(
      'Anna đã sửa: giá (price 1 → price 2), có hiệu lực đến (5 thg 11, 2026 → –), giá',
    );
    expect(say('Anna changed: price (1 → 2 → 3)', '', inFormat)).toBe('Anna đã sửa: giá (1 → 2 → 3)');
    expect(say('Anna changed: something else (1 → 2)')).toBe('Anna đã sửa: something else (1 → 2)');
  });

  test('an arriving text is translated at once, however often the words of a pattern occur in it', () => {
    const texts = [
      `Suspended until ${'. Reason: '.repeat(10_000)}`,
      `A${' sent "'.repeat(15_000)}`,
      `A sent "${'" to '.repeat(20_000)}`,
      `A changed: ${'price, '.repeat(14_000)}`,
      `A changed: price (${' → '.repeat(30_000)}`,
      `A changed: ${'valid until ('.repeat(8_000)} → )`,
    ];
    for (const text of texts) {
      const before = performance.now();
      expect(say(text).length).toBeGreaterThan(60_000);
      expect(performance.now() - before, text.slice(0, 30)).toBeLessThan(500);
    }
  });

  test('an arriving text gives its earlier values as much as they can match', () => {
    expect(say('A sent "B" sent "C"')).toBe('“C” do A sent "B" gửi');
    expect(say('Suspended until a. Reason: b. Reason: c')).toBe('Đình chỉ đến a. Reason: b. Lý do: c');
    expect(say('Please wait  days')).toBe('Vui lòng chờ  ngày');
    expect(say('Please wait days')).toBe('Please wait days');
  });

  test('an arriving text with a status has the whole reason after it translated', () => {
    expect(say('Failed: 500 Internal Server Error')).toBe('Thất bại: 500 Lỗi máy chủ');
    expect(say('Failed: 503 upstream is down')).toBe('Thất bại: 503 upstream is down');
  });

  test('an arriving list of changes keeps every line of an unknown change', () => {
    expect(say('Anna changed: size\ncolour (1 → 2)')).toBe('Anna đã sửa: size\ncolour (1 → 2)');
  });

  test('an arriving text stays as it came when it is unknown [A635]', () => {
    for (const text of ['', 'Unknown', 'toString', 'Rate limit', 'please wait 5 days']) expect(say(text)).toBe(text);
  });

  test('an arriving text stays as it came when its entry is no text, is empty or has another placeholder', () => {
    const broken = translateArriving(
      {
        texts: { Spam: '', Offer: 7 },
        messages: {
          Empty: '',
          Wrong: null,
          'Wait {n} days': '',
          'Of {n}': 5,
          'To {name}': 'Cho {ten}',
          'By {n}': ['x'],
        },
      },
      { date: (moment) => moment, number: String },
    );
    for (const text of ['Spam', 'Offer', 'Empty', 'Wrong', 'Wait 5 days', 'Of 3', 'To Anna', 'By 4'])
      expect(broken(text)).toBe(text);
  });
});
