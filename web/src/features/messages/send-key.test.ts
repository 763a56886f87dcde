import { expect, test } from 'vitest';
import { isSendKey } from './send-key.ts';

const press = (key: string, more = {}) =>
  isSendKey({ key, shiftKey: false, nativeEvent: { isComposing: false }, ...more });

test('is Enter alone', () => {
  expect(press('Enter')).toBe(true);
  expect(press('Enter', { shiftKey: true })).toBe(false);
  expect(press('Enter', { nativeEvent: { isComposing: true } })).toBe(false);
  expect(press('a')).toBe(false);
});
