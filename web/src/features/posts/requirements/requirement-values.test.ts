import { describe, expect, test } from 'vitest';
import { requirementsSchema } from '@domain/requirements-schema.ts';
import { fromRequirementTexts, isNeededBeforeDeadline, requirementTexts } from './requirement-values.ts';

const NOTHING = requirementsSchema.parse({});

describe('the fields of the requirements', () => {
  test('the fields of the requirements begin empty, or with the values of the request', () => {
    expect(new Set(Object.values(requirementTexts(undefined)))).toEqual(new Set(['']));
    const post = { ...NOTHING, quantity: 20.5, unit: 'ton', neededBy: '2026-12-15', incoterm: 'FOB' as const };
    expect(requirementTexts(post)).toMatchObject({
      quantity: '20.5',
      unit: 'ton',
      neededBy: '2026-12-15',
      incoterm: 'FOB',
    });
  });

  test('a stored number is shown unambiguously, and saved unchanged', () => {
    for (const quantity of [1.25, 1.125, 0.125, 1250.125, 12_000, 0.000_001]) {
      const texts = requirementTexts({ ...NOTHING, quantity });
      expect(fromRequirementTexts(texts, undefined).quantity, texts.quantity).toBe(quantity);
    }
  });

  test('empty ones give nothing [A620]', () => {
    expect(fromRequirementTexts(requirementTexts(undefined), undefined)).toEqual(NOTHING);
  });

  test.each([
    ['20', 20],
    [' 1,250.5 ', 1250.5],
    ['1250.5', 1250.5],
    ['1,5', 1.5],
    ['1.250,50', 1250.5],
    ['4 080 000', 4_080_000],
    ['２０', 20],
    ['1,00,000', 100_000],
    ['12.000', Number.NaN],
    ['0x10', Number.NaN],
    ['1e30', Number.NaN],
    ['about 20', Number.NaN],
  ])('the quantity field of the requirements reads %j as %d', (text, value) => {
    expect(fromRequirementTexts({ ...requirementTexts(undefined), quantity: text }, undefined).quantity).toBe(value);
  });

  test('a deadline is in the local time of the reader, and an untouched one is kept to the second', () => {
    const post = { ...NOTHING, quoteDeadline: '2026-12-15T10:00:30.5+00:00' };
    const texts = requirementTexts(post);
    expect(texts.quoteDeadline).toMatch(/^2026-12-1[456]T\d\d:\d\d$/);
    expect(fromRequirementTexts(texts, post).quoteDeadline).toBe(post.quoteDeadline);
    const later = '2026-12-20T08:00';
    expect(fromRequirementTexts({ ...texts, quoteDeadline: later }, post).quoteDeadline).toBe(
      new Date(later).toISOString(),
    );
  });
});

test('a needed-by date before the deadline is noticed, one on the same day is not', () => {
  expect(isNeededBeforeDeadline('2026-12-14', '2026-12-15T10:00')).toBe(true);
  expect(isNeededBeforeDeadline('2026-12-15', '2026-12-15T10:00')).toBe(false);
  expect(isNeededBeforeDeadline('', '2026-12-15T10:00')).toBe(false);
  expect(isNeededBeforeDeadline('2026-12-14', '')).toBe(false);
});
