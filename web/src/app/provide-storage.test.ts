import { expect, test } from 'vitest';
import { provideStorage } from './provide-storage.ts';

const refusing = {
  get(): never {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  },
  configurable: true,
};

test.each([
  ['refuses', refusing],
  ['has none', { value: null, configurable: true }],
])('a browser that %s storage gets one of each that ends with the page', (_, property) => {
  const target: { localStorage?: Storage; sessionStorage?: Storage } = {};
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(target, name, property);
  provideStorage(target);
  const { localStorage, sessionStorage } = target;
  localStorage?.setItem('a', '1');
  localStorage?.setItem('b', '2');
  localStorage?.setItem('b', '3');
  expect([localStorage?.getItem('a'), localStorage?.getItem('b'), localStorage?.getItem('c')]).toEqual([
    '1',
    '3',
    null,
  ]);
  expect([localStorage?.length, localStorage?.key(1), localStorage?.key(2)]).toEqual([2, 'b', null]);
  expect(sessionStorage?.length).toBe(0);
  localStorage?.removeItem('a');
  expect(localStorage?.getItem('a')).toBeNull();
  localStorage?.clear();
  expect(localStorage?.length).toBe(0);
});

test('storages that may be used stay', () => {
  const own = { localStorage: { name: 'local' }, sessionStorage: { name: 'session' } };
  const target = { ...own };
  provideStorage(target);
  expect(target).toEqual(own);
});
