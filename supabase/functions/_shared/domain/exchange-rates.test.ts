import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertMoney, exchangeRateFormSchema, hasCurrentRate, ratesByCurrency } from './exchange-rates.ts';
import { parseInput } from './input.ts';

const rates = ratesByCurrency([
  { currency: 'EUR', day: '2026-11-20', usdPerUnit: 1.16, source: 'Admin' },
  { currency: 'JPY', day: '2026-11-14', usdPerUnit: 0.0065, source: 'Admin' },
]);

test('[A616] money is converted by the rates, and says the day of the older one', () => {
  expect(convertMoney(10, 'USD', 'USD', rates)).toEqual({ value: 10, day: null });
  expect(convertMoney(10, 'XYZ', 'XYZ', rates)).toEqual({ value: 10, day: null });
  expect(convertMoney(10, 'EUR', 'USD', rates)).toEqual({ value: expect.closeTo(11.6), day: '2026-11-20' });
  expect(convertMoney(11.6, 'USD', 'EUR', rates)).toEqual({ value: expect.closeTo(10), day: '2026-11-20' });
  expect(convertMoney(100, 'EUR', 'JPY', rates)).toEqual({ value: expect.closeTo(116 / 0.0065), day: '2026-11-14' });
  expect(convertMoney(10, 'VND', 'USD', rates)).toBeNull();
  expect(convertMoney(10, 'USD', 'VND', rates)).toBeNull();
});

test('money converted there and back is unchanged', () => {
  const currency = fc.constantFrom('USD', 'EUR', 'JPY');
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), currency, currency, (value, from, to) => {
      const there = convertMoney(value, from, to, rates)?.value ?? Number.NaN;
      const back = convertMoney(there, to, from, rates)?.value ?? Number.NaN;
      expect(Math.abs(back - value)).toBeLessThanOrEqual(value * 1e-9);
    }),
  );
});

test('[A616] a rate decides for seven days; US dollars need none', () => {
  expect(hasCurrentRate('JPY', rates, '2026-11-21')).toBe(true);
  expect(hasCurrentRate('JPY', rates, '2026-11-22')).toBe(false);
  expect(hasCurrentRate('VND', rates, '2026-11-20')).toBe(false);
  expect(hasCurrentRate('USD', rates, '2099-01-01')).toBe(true);
});

test('[A616] the form takes a code, a day and a rate', () => {
  const form = { currency: ' eur ', day: '2026-11-20', usdPerUnit: ' 1.16 ' };
  expect(parseInput(exchangeRateFormSchema, form)).toMatchObject({
    ok: true,
    data: { currency: 'EUR', day: '2026-11-20', usdPerUnit: 1.16 },
  });
  expect(parseInput(exchangeRateFormSchema, { ...form, usdPerUnit: '1,16' })).toMatchObject({
    data: { usdPerUnit: 1.16 },
  });
  for (const [change, path] of [
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: 'usd' }, 'currency'],
    [{ day: '' }, 'day'],
    [{ day: '2026-02-30' }, 'day'],
    [{ usdPerUnit: '' }, 'usdPerUnit'],
    [{ usdPerUnit: '0' }, 'usdPerUnit'],
    [{ usdPerUnit: '-1' }, 'usdPerUnit'],
    [{ usdPerUnit: '1e308' }, 'usdPerUnit'],
    [{ usdPerUnit: 'Infinity' }, 'usdPerUnit'],
    [{ usdPerUnit: 'NaN' }, 'usdPerUnit'],
    [{ usdPerUnit: '0x10' }, 'usdPerUnit'],
    [{ usdPerUnit: '1.160' }, 'usdPerUnit'],
  ] as const) {
    const result = parseInput(exchangeRateFormSchema, { ...form, ...change });
    expect(result.ok ? [] : result.errors.map((error) => error.path), JSON.stringify(change)).toEqual([path]);
  }
});
