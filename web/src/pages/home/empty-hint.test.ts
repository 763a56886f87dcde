import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { emptyHint } from './empty-hint.ts';

const none = { country: '', categories: [] };

describe('the hint of an empty feed', () => {
  test('the hint of an empty feed names the search term, also when there are filters too', () => {
    const text = 'No results for "xyz" - try a different search term';
    expect(emptyHint('xyz', none, ENGLISH)).toBe(text);
    expect(emptyHint('xyz', { country: 'vn', categories: ['food'] }, ENGLISH)).toBe(text);
  });

  test('the hint of an empty feed names the filters when there is no term', () => {
    const text = 'Try adjusting your filters to see more posts';
    expect(emptyHint('', { country: 'vn', categories: [] }, ENGLISH)).toBe(text);
    expect(emptyHint('', { country: '', categories: ['food'] }, ENGLISH)).toBe(text);
  });

  test('the hint of an empty feed invites to post when there is neither term nor filter', () => {
    expect(emptyHint('', none, ENGLISH)).toBe('Be the first to create a post!');
  });
});
