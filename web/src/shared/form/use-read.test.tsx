import { renderHook, act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRead } from './use-read.ts';

test('a form names what it showed when it opened; a refusal makes it take over what is on screen, once', () => {
  const { result, rerender } = renderHook(({ quantity }) => useRead({ quantity }), { initialProps: { quantity: 1 } });
  const read = () => result.current[0].quantity;
  rerender({ quantity: 2 });
  expect(read()).toBe(1);
  act(() => result.current[1]());
  expect(read()).toBe(2);
  rerender({ quantity: 3 });
  expect(read()).toBe(2);
});
