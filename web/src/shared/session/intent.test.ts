// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { arrive, doIntent, forgetEarlierIntent, intentOf, keepIntent, keptDestination } from './intent.ts';

const MINUTE = 60_000;

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('what a guest asked for', () => {
  test('the intent of a guest is done once, at its address and for its post', () => {
    keepIntent({ from: '/?country=vn', intent: 'quote', id: 17 });
    const quote = vi.fn();
    doIntent('/', 17, { quote });
    doIntent('/?country=vn', 18, { quote });
    doIntent('/?country=vn', 17, { like: quote });
    expect(quote).not.toHaveBeenCalled();
    expect(keptDestination()).toBe('/?country=vn');
    doIntent('/?country=vn', 17, { quote });
    doIntent('/?country=vn', 17, { quote });
    expect(quote).toHaveBeenCalledTimes(1);
    expect(keptDestination()).toBe('/');
  });

  test('the intent of a guest is forgotten after half an hour', () => {
    vi.useFakeTimers();
    keepIntent({ from: '/news', intent: 'like', id: 1 });
    vi.advanceTimersByTime(30 * MINUTE - 1);
    expect(keptDestination()).toBe('/news');
    vi.advanceTimersByTime(1);
    expect(keptDestination()).toBe('/');
  });

  test('the intent of a guest outlives late parts of its page, but not the next page that is reached', () => {
    vi.useFakeTimers();
    arrive();
    vi.advanceTimersByTime(300);
    keepIntent({ from: '/news', intent: 'quote', id: 1 });
    vi.advanceTimersByTime(300);
    forgetEarlierIntent();
    expect(keptDestination()).toBe('/news');
    expect(localStorage).toHaveLength(1);
    arrive();
    forgetEarlierIntent();
    expect(localStorage).toHaveLength(0);
  });

  test('the intent of a guest leads to no other site and ignores unknown actions, whatever the storage has', () => {
    for (const from of ['//evil.example', 'https://evil.example', '/\\evil.example', 7]) {
      localStorage.setItem('signInIntent', JSON.stringify({ from, intent: 'quote', id: 1, at: Date.now() }));
      expect(keptDestination()).toBe('/');
    }
    for (const broken of ['{', 'null', '[]', '{"from":"/news"}', '{"from":"/news","at":"soon"}']) {
      localStorage.setItem('signInIntent', broken);
      expect(keptDestination()).toBe('/');
    }
    for (const intent of ['delete', 'constructor', '', 7]) expect(intentOf({ intent })).toBeUndefined();
  });
});
