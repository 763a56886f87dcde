import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCorrectable } from './use-correctable.ts';

const SENT = '2026-11-22T12:00:00Z';
const quote = { createdAt: SENT, revisedAt: null, changedAt: SENT };

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-22T12:14:00Z');
});
afterEach(() => {
  vi.useRealTimers();
});

test('a slip can be corrected for 15 minutes, which end in front of the supplier [A608]', () => {
  const { result } = renderHook(() => useCorrectable(quote));
  expect(result.current).toBe(true);
  act(() => void vi.advanceTimersByTime(59_999));
  expect(result.current).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(false);
});

test('each revision has its own 15 minutes; a decision of the owner ends them [A608]', () => {
  const { result, rerender } = renderHook(useCorrectable, {
    initialProps: { ...quote, createdAt: '2026-11-01T00:00:00Z', revisedAt: SENT },
  });
  expect(result.current).toBe(true);
  rerender({ ...quote, revisedAt: SENT, changedAt: '2026-11-22T12:05:00Z' });
  expect(result.current).toBe(false);
});
