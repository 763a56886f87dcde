import { describe, expect, test } from 'vitest';
import { isActiveEntry, searchOn } from './nav-entries.ts';

describe('the active entry of the navigation', () => {
  test('the navigation entry Home is active only on the home page', () => {
    expect(isActiveEntry('/', '/')).toBe(true);
    expect(isActiveEntry('/', '/news')).toBe(false);
  });

  test('the navigation entry News / Events is active on the list and on its items', () => {
    expect(isActiveEntry('/news', '/news')).toBe(true);
    expect(isActiveEntry('/news', '/news/7')).toBe(true);
    expect(isActiveEntry('/news', '/newsletter')).toBe(false);
  });
});

describe('what the search box drives', () => {
  test.each(['/terms', '/privacy', '/feedback', '/feedback/', '/news/7'])(
    'the search box searches nothing on %s',
    (path) => expect(searchOn(path)).toBe('none'),
  );
  test.each(['/news', '/news/'])('the search box searches the news on %s', (path) =>
    expect(searchOn(path)).toBe('news'),
  );
  test.each(['/', '/post/steel-7', '/account', '/auth', '/no/such/page'])(
    'the search box searches the posts on %s',
    (path) => expect(searchOn(path)).toBe('posts'),
  );
});
