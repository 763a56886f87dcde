import { describe, expect, test } from 'vitest';
import { UNITS } from '@domain/requirement-options.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { countedUnit, unitName, unitOf } from './unit-words.ts';

const vietnamese = translated('vi', { texts: { piece: 'cái', ton: 'tấn' }, messages: { crate: 'thùng' } });

describe('units', () => {
  test('units are stored alike, in whichever language they were chosen [A638]', () => {
    for (const language of [ENGLISH, vietnamese]) {
      expect(UNITS.map((unit) => unitOf(unitName(unit, language), language))).toEqual([...UNITS]);
    }
    expect(unitOf('cái', vietnamese)).toBe('piece');
    expect(unitOf('piece', vietnamese)).toBe('piece');
    expect(unitOf('cái', ENGLISH)).toBe('cái');
  });

  test('units that a user typed are not translated', () => {
    expect(unitName('crate', vietnamese)).toBe('crate');
    expect(unitOf('thùng', vietnamese)).toBe('thùng');
  });

  test('units of the form have their plural in English', () => {
    const counted = UNITS.map((unit) => countedUnit(2, '2', unit, ENGLISH));
    expect(counted).toEqual([
      '2 pieces',
      '2 pairs',
      '2 dozen',
      '2 sets',
      '2 boxes',
      '2 pallets',
      '2 containers',
      '2 g',
      '2 kg',
      '2 tons',
      '2 ml',
      '2 litres',
      '2 m³',
      '2 m',
      '2 m²',
      '2 hours',
    ]);
    expect(UNITS.map((unit) => countedUnit(1, '1', unit, ENGLISH))).toEqual(UNITS.map((unit) => `1 ${unit}`));
  });
});
