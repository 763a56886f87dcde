import { expect, test } from 'vitest';
import { toAmount } from './comparison-answer.ts';

const price = { value: 5, currency: 'USD', day: '2026-12-01', isRateOld: true, missingRate: null };

test('an amount of /api has a value or a problem, and both without an exchange rate', () => {
  const amount = { value: 5, currency: 'USD', rateDay: '2026-12-01', isRateOld: true };
  expect(toAmount(price)).toEqual({ ...amount, problem: null });
  expect(toAmount({ ...price, missingRate: 'LAK' })).toEqual({
    ...amount,
    problem: 'There is no exchange rate for LAK',
  });
  expect(toAmount({ problem: 'no price' })).toEqual({
    value: null,
    currency: null,
    rateDay: null,
    isRateOld: false,
    problem: 'no price',
  });
});
