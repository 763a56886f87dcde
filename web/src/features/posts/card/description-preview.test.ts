import { describe, expect, test } from 'vitest';
import { collapsedDescription } from './description-preview.ts';

describe('the preview of a description', () => {
  test('[A540] the preview of a description leaves 200 characters whole and cuts 201 to 200', () => {
    expect(collapsedDescription('a'.repeat(200))).toBeNull();
    expect(collapsedDescription('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  });

  test('the preview of a description counts and cuts whole characters', () => {
    expect(collapsedDescription('🚜'.repeat(200))).toBeNull();
    expect(collapsedDescription('🚜'.repeat(201))).toBe(`${'🚜'.repeat(200)}…`);
  });

  test('the preview of a description has no space before the ellipsis', () => {
    expect(collapsedDescription(`${'a'.repeat(199)} ${'b'.repeat(9)}`)).toBe(`${'a'.repeat(199)}…`);
  });
});
