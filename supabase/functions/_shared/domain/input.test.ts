import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  fallbackText,
  HALF_CHARACTER,
  optionalLine,
  optionalText,
  parseInput,
  requiredLine,
  requiredText,
} from './input.ts';

describe('parseInput', () => {
  const schema = z.object({ title: requiredText('Title is required', 5, 'Title too long'), count: z.number().max(3) });

  test('[A376] a rule without an own text says "Invalid input"', () => {
    expect(parseInput(schema, { title: 'abc', count: 9 })).toEqual({
      ok: false,
      errors: [{ path: 'count', message: 'Invalid input' }],
    });
    expect(parseInput(schema, null)).toEqual({ ok: false, errors: [{ path: '', message: 'Invalid input' }] });
    expect(schema.safeParse({ title: 'a', count: 'x' }, fallbackText).error?.issues[0]?.message).toBe('Invalid input');
  });
  test('own texts win, and all refused fields are reported', () => {
    expect(parseInput(schema, { title: 'abcdef' })).toEqual({
      ok: false,
      errors: [
        { path: 'title', message: 'Title too long' },
        { path: 'count', message: 'Invalid input' },
      ],
    });
  });
  test('nested paths are joined with dots', () => {
    const nested = z.object({ files: z.array(z.object({ name: z.string() })) });
    expect(parseInput(nested, { files: [{ name: 'a' }, {}] })).toMatchObject({ errors: [{ path: 'files.1.name' }] });
  });
  test('unknown fields are dropped', () => {
    expect(parseInput(schema, { title: 'abc', count: 1, role: 'admin' })).toEqual({
      ok: true,
      data: { title: 'abc', count: 1 },
    });
  });
  test('a required text is trimmed, and white space alone is empty', () => {
    const text = requiredText('Needed', 3);
    expect(text.parse('  abc ')).toBe('abc');
    for (const empty of ['', '   ', '\n\t', ' \u200b\u2800 ', undefined, null, 7]) {
      expect(parseInput(text, empty)).toMatchObject({ errors: [{ message: 'Needed' }] });
    }
  });
  test('an optional text is null when missing, null or blank', () => {
    const text = optionalText(3);
    expect([undefined, null, '', '  ', ' a '].map((value) => text.parse(value))).toEqual([null, null, null, null, 'a']);
    expect(parseInput(text, 'abcd')).toMatchObject({ errors: [{ message: 'Invalid input' }] });
  });
  test('a text of one line loses signs that turn its direction, and keeps its marks', () => {
    const turned = ' \u202eab\u2066\u2069 ';
    for (const text of [requiredLine('Needed', 3), optionalLine(3)]) {
      expect(text.parse(turned)).toBe('ab');
      expect(text.parse('\u200fא')).toBe('\u200fא');
    }
    expect(parseInput(requiredLine('Needed', 3), '\u202e')).toMatchObject({ errors: [{ message: 'Needed' }] });
    expect(optionalLine(3).parse('\u202e')).toBeNull();
    expect(requiredText('Needed', 30).parse(turned)).toBe(turned.trim());
  });
});

test('half a character and NUL are refused in any place, a whole character is not', () => {
  const schema = z.object({ title: z.string(), files: z.array(z.object({ name: z.string() })), size: z.number() });
  const input = (title: string, name: string) => ({ title, files: [{ name: 'a' }, { name }], size: 1 });
  expect(parseInput(schema, input('Tubes 😀', 'é')).ok).toBe(true);
  expect(parseInput(schema, input('Tubes \ud83d', 'x\ude00y'))).toEqual({
    ok: false,
    errors: [
      { path: 'title', message: HALF_CHARACTER },
      { path: 'files.1.name', message: HALF_CHARACTER },
    ],
  });
  expect(parseInput(schema, input('x\0', 'y'))).toEqual({
    ok: false,
    errors: [{ path: 'title', message: 'Invalid input' }],
  });
  // What is ignored anyway is not looked at.
  expect(parseInput(schema, { ...input('x', 'y'), other: '\ud83d' }).ok).toBe(true);
});
