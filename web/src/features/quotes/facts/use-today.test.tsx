import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToday } from './use-today.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the day changes at midnight UTC without a reload, and again a day later [A611]', () => {
  vi.setSystemTime('2026-12-04T23:59:30Z');
  const { result, unmount } = renderHook(() => useToday());
  expect(result.current).toBe('2026-12-04');
  act(() => void vi.advanceTimersByTime(29_000));
  expect(result.current).toBe('2026-12-04');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe('2026-12-05');
  act(() => void vi.advanceTimersByTime(86_400_000));
  expect(result.current).toBe('2026-12-06');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('a computer that slept through midnight shows the day when the tab is seen again [A611]', () => {
  vi.setSystemTime('2026-12-04T20:00:00Z');
  const { result } = renderHook(() => useToday());
  vi.setSystemTime('2026-12-07T08:00:00Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe('2026-12-07');
});
