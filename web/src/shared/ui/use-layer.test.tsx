import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLayer } from './use-layer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('only what is on top closes, and what one key opened or closed does not react to it again', () => {
  const closeDrawer = vi.fn<() => void>();
  const closeDialog = vi.fn<() => void>();
  const drawer = renderHook(() => useLayer(true, closeDrawer));
  vi.runAllTimers();
  const dialog = renderHook(({ opened }) => useLayer(opened, closeDialog), { initialProps: { opened: true } });
  // Within the event that opened it.
  dialog.result.current();
  expect(closeDialog).not.toHaveBeenCalled();
  vi.runAllTimers();

  drawer.result.current();
  expect(closeDrawer).not.toHaveBeenCalled();
  dialog.result.current();
  expect(closeDialog).toHaveBeenCalledOnce();
  dialog.rerender({ opened: false });
  // Within the event that closed it.
  drawer.result.current();
  expect(closeDrawer).not.toHaveBeenCalled();
  vi.runAllTimers();
  drawer.result.current();
  expect(closeDrawer).toHaveBeenCalledOnce();
});
