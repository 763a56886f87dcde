import { describe, expect, test } from 'vitest';
import { requirementsSchema } from '@domain/requirements-schema.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { cardFacts, endText, quantityText, refusalText, targetPriceText, timeLeft } from './requirement-texts.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const inMs = (ms: number) => new Date(NOW + ms).toISOString();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const NONE = {
  ...requirementsSchema.parse({}),
  closedAt: null,
  closedReason: null,
  country: 'de',
  area: null,
  port: null,
};
const facts = (post: Partial<Parameters<typeof cardFacts>[0]>, isShort = false) =>
  cardFacts({ ...NONE, ...post }, NOW, isShort, ENGLISH);
const texts = (...given: Parameters<typeof facts>) => facts(...given).map(({ text }) => text);

describe('the line of facts on a card', () => {
  test('the line of facts says quantity, price, date, place and deadline as far as they are given [A620]', () => {
    expect(texts({})).toEqual(['Germany']);
    expect(texts({ quantity: 20, unit: 'tons', neededBy: '2026-12-15', quoteDeadline: inMs(14 * DAY + HOUR) })).toEqual(
      ['20 tons', 'by Dec 15', 'Germany', 'closes in 14\u00a0d'],
    );
    expect(
      texts({ targetPrice: 1250.5, targetCurrency: 'USD', unit: 'ton', incoterm: 'DAP', area: 'Stuttgart' }),
    ).toEqual(['target 1,250.5 USD per ton', 'DAP Stuttgart, DE']);
  });

  test('a target price names its unit only where the quantity does not', () => {
    const price = { targetPrice: 58, targetCurrency: 'USD', unit: 'piece' } as const;
    expect(texts({ ...price, quantity: 2400 })).toEqual(['2,400 pieces', 'target 58 USD', 'Germany']);
    expect(texts(price)).toEqual(['target 58 USD per piece', 'Germany']);
  });

  test.each([
    ['2027-04-29', 'by Apr 29'],
    ['2027-09-18', 'by Sep 18'],
    ['2027-09-19', 'by Sep 19, 2027'],
    ['2026-01-05', 'by Jan 5'],
    ['2025-12-05', 'by Dec 5, 2025'],
  ])('a request needed by %s says %s: the year of a day that could be another one', (neededBy, expected) => {
    expect(texts({ neededBy })[0]).toBe(expected);
  });

  test('a place without a trade term has a tone of its own, which is quiet if there is nothing else to say', () => {
    expect(facts({})).toEqual([{ text: 'Germany', tone: 'place' }]);
    expect(facts({ incoterm: 'FOB' })).toEqual([{ text: 'FOB · Germany' }]);
    expect(facts({ quantity: 5 }, true)).toEqual([{ text: '5' }]);
  });

  test('the short line of facts says how much and how long', () => {
    const post = { quantity: 20, unit: 'ton', incoterm: 'FOB', quoteDeadline: inMs(3 * DAY) } as const;
    expect(texts(post, true)).toEqual(['20 tons', 'closes in 3\u00a0d']);
    expect(texts({ incoterm: 'FOB' }, true)).toEqual([]);
  });

  test('the line of facts ends with how the request ended [A621]', () => {
    expect(facts({ quantity: 5, closedAt: inMs(-DAY), closedReason: 'awarded', quoteDeadline: inMs(DAY) })).toEqual([
      { text: '5' },
      { text: 'Germany', tone: 'place' },
      { text: 'Closed: awarded', tone: 'ended' },
    ]);
    expect(facts({ quoteDeadline: inMs(0) }).at(-1)).toEqual({ text: 'Deadline passed', tone: 'ended' });
  });

  test.each([
    [{}, ['Germany']],
    [{ area: 'Bavaria' }, ['Bavaria, DE']],
    [{ port: 'Hamburg' }, ['Hamburg, DE']],
    [{ area: 'Bavaria', port: 'Hamburg' }, ['Bavaria, DE']],
    [{ country: 'Zanzibar', area: 'Unguja' }, ['Unguja, Zanzibar']],
    [{ incoterm: 'DDP' }, ['DDP Germany']],
    [{ incoterm: 'DAP', area: 'Bavaria', port: 'Hamburg' }, ['DAP Bavaria, DE']],
    [{ incoterm: 'CFR', area: 'Bavaria', port: 'Hamburg' }, ['CFR Hamburg, DE']],
    [{ incoterm: 'CIF', area: 'Bavaria' }, ['CIF Bavaria, DE']],
    [{ incoterm: 'FOB', port: 'Hamburg' }, ['FOB · Hamburg, DE']],
    [{ incoterm: 'EXW', area: 'Bavaria' }, ['EXW · Bavaria, DE']],
  ] as const)('the delivery of %o reads %o', (place, expected) => {
    expect(texts(place)).toEqual(expected);
  });

  test.each([
    [14 * DAY, { text: 'closes in 14\u00a0d' }],
    [3 * DAY, { text: 'closes in 3\u00a0d' }],
    [3 * DAY - 1, { text: 'only 2\u00a0d 23\u00a0h left', tone: 'urgent' }],
    [2 * DAY, { text: 'only 2\u00a0d left', tone: 'urgent' }],
    [HOUR, { text: 'only 1\u00a0h left', tone: 'urgent' }],
    [HOUR - 1, { text: 'only 59 min left', tone: 'urgent' }],
    [1, { text: 'only 1 min left', tone: 'urgent' }],
  ])('the deadline in %i ms reads %o', (left, expected) => {
    expect(facts({ quoteDeadline: inMs(left) }).at(-1)).toEqual(expected);
  });
});

test.each([
  [3 * DAY, '3 days left'],
  [2 * DAY - 1, '1 day left'],
  [DAY, '1 day left'],
  [DAY - 1, '23 hours left'],
  [HOUR, '1 hour left'],
  [2 * 60_000, '2 minutes left'],
  [1, '1 minute left'],
])('timeLeft %i ms before the deadline: %s', (left, text) => {
  expect(timeLeft(NOW + left, NOW, ENGLISH)).toBe(text);
});

test('numbers are written with their unit and currency', () => {
  expect(quantityText({ quantity: 12000.123456, unit: 'm²' }, ENGLISH)).toBe('12,000.123456 m²');
  expect(quantityText({ quantity: null, unit: 'm²' }, ENGLISH)).toBeNull();
  expect(quantityText({ quantity: 20, unit: 'ton' }, ENGLISH)).toBe('20 tons');
  expect(quantityText({ quantity: 1, unit: 'ton' }, ENGLISH)).toBe('1 ton');
  expect(targetPriceText({ targetPrice: 0.5, targetCurrency: 'EUR', unit: null }, ENGLISH)).toBe('0.5 EUR');
  expect(targetPriceText({ targetPrice: null, targetCurrency: null, unit: null }, ENGLISH)).toBeNull();
});

test('a request says why it takes no quotes, and nothing while it takes them [A621]', () => {
  expect(endText(NONE, NOW, ENGLISH)).toBeNull();
  expect(refusalText({ ...NONE, quoteDeadline: inMs(1) }, NOW, ENGLISH)).toBeNull();
  expect(refusalText({ ...NONE, quoteDeadline: inMs(0) }, NOW, ENGLISH)).toBe(
    'No quotes can be sent any more. Deadline passed.',
  );
  expect(refusalText({ ...NONE, closedAt: inMs(0), closedReason: 'no_need' }, NOW, ENGLISH)).toBe(
    'No quotes can be sent any more. Closed: no need any more.',
  );
});

describe('in another language', () => {
  const vietnamese = translated('vi', {
    texts: {
      ton: 'tấn',
      '{n} tons': '{n} tấn',
      '{n} days left': 'còn {n} ngày',
      '{price} per {unit}': '{price}/{unit}',
      'Closed: {reason}': 'Đã đóng: {reason}',
      'No quotes can be sent any more. {end}.': 'Không thể gửi báo giá nữa. {end}.',
    },
    messages: { Awarded: 'Đã chọn được nhà cung cấp' },
  });

  test('suggested units are translated, others stay as they were typed [A637]', () => {
    expect(quantityText({ quantity: 1250.5, unit: 'ton' }, vietnamese)).toBe('1.250,5 tấn');
    expect(quantityText({ quantity: 1, unit: 'ton' }, vietnamese)).toBe('1 tấn');
    expect(quantityText({ quantity: 20, unit: 'tons' }, vietnamese)).toBe('20 tons');
    expect(targetPriceText({ targetPrice: 1200, targetCurrency: 'USD', unit: 'ton' }, vietnamese)).toBe(
      '1.200 USD/tấn',
    );
  });

  test('the time left and the end of a request are whole sentences in another language', () => {
    expect(timeLeft(NOW + DAY, NOW, vietnamese)).toBe('còn 1 ngày');
    expect(refusalText({ ...NONE, closedAt: inMs(0), closedReason: 'awarded' }, NOW, vietnamese)).toBe(
      'Không thể gửi báo giá nữa. Đã đóng: đã chọn được nhà cung cấp.',
    );
  });
});
