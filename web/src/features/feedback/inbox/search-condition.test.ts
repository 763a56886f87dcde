import { describe, expect, test } from 'vitest';
import { searchCondition } from './search-condition.ts';

describe('the search in feedback', () => {
  test('the search in feedback covers subject, message, sender and page', () => {
    expect(searchCondition('Mäp')).toBe('folded.like.%map%');
  });

  test('the search in feedback finds a reference number however it is written', () => {
    for (const text of ['42', '#42', 'FB-000042', 'fb-42']) expect(searchCondition(text)).toMatch(/^id\.eq\.42,folded/);
    for (const text of ['FB-', '0', '4 2', '-42']) expect(searchCondition(text)).not.toContain('id.eq');
  });

  test('the search in feedback matches literally, and no input can end the filter value', () => {
    expect(searchCondition('50%_\\')).toBe('folded.like.%50\\%\\_\\\\%');
    expect(searchCondition('a",id.gt.0,b)')).toBe('folded.like.%a__id.gt.0_b_%');
  });
});
