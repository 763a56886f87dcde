import { expect, test } from 'vitest';
import { isSendKey } from './send-key.ts';

const press = (key: string, more = {}) =>
  isSendKey({ key, shiftKey: false, nativeEvent: { isComposing: false, keyCode: 13 }, ...more });

test('Enter sends; Shift+Enter and other keys do not', () => {
  expect(press('Enter')).toBe(true);
  expect(press('Enter', { shiftKey: true })).toBe(false);
  expect(press('a')).toBe(false);
});

test('Enter that confirms a conversion does not send, also after Safari has ended the composition', () => {
  expect(press('Enter', { nativeEvent: { isComposing: true, keyCode: 229 } })).toBe(false);
  expect(press('Enter', { nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(false);
});
