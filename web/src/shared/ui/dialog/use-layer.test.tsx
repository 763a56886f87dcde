import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLayer } from './use-layer.ts';

const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' });

test('only the top layer closes, and a key that opened or closed a layer has no second effect', () => {
  const closeDrawer = vi.fn<() => void>();
  const closeDialog = vi.fn<() => void>();
  const drawer = renderHook(() => useLayer(true, closeDrawer));
  pressEscape();
  const dialog = renderHook(({ opened }) => useLayer(opened, closeDialog), { initialProps: { opened: true } });
  // By the key that opened it.
  dialog.result.current();
  expect(closeDialog).not.toHaveBeenCalled();

  pressEscape();
  drawer.result.current();
  expect(closeDrawer).not.toHaveBeenCalled();
  dialog.result.current();
  expect(closeDialog).toHaveBeenCalledOnce();
  dialog.rerender({ opened: false });
  // By the key that closed the dialog.
  drawer.result.current();
  expect(closeDrawer).not.toHaveBeenCalled();

  pressEscape();
  drawer.result.current();
  expect(closeDrawer).toHaveBeenCalledOnce();
});

test('a layer that has just opened can be closed at once', () => {
  const close = vi.fn<() => void>();
  const { result } = renderHook(() => useLayer(true, close));
  fireEvent.pointerDown(document.body);
  result.current();
  expect(close).toHaveBeenCalledOnce();
});
