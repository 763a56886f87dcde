import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLayer } from './use-layer.ts';

const atRouter = vi.fn<() => void>();
const layers = () => window.history.state?.layers ?? 0;

function openLayer(onClose: () => void, options?: Parameters<typeof useLayer>[2]) {
  return renderHook(({ opened }) => useLayer(opened, onClose, options), { initialProps: { opened: true } });
}

async function goBack(): Promise<void> {
  const from = window.history.state;
  window.history.back();
  await waitFor(() => expect(window.history.state).not.toEqual(from));
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  window.history.pushState({ idx: 1, key: 'page' }, '', '/page');
  window.addEventListener('popstate', atRouter);
});
afterEach(() => {
  window.removeEventListener('popstate', atRouter);
  atRouter.mockClear();
  vi.unstubAllGlobals();
});

test('Back closes the topmost layer, and the page stays', async () => {
  const [closeDrawer, closeDialog] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const drawer = openLayer(closeDrawer);
  await waitFor(() => expect(layers()).toBe(1));
  const dialog = openLayer(closeDialog);
  await waitFor(() => expect(layers()).toBe(2));
  expect(window.history.state).toMatchObject({ idx: 3, key: 'page' });
  closeDialog.mockImplementation(() => dialog.rerender({ opened: false }));
  closeDrawer.mockImplementation(() => drawer.rerender({ opened: false }));
  await goBack();
  expect(closeDialog).toHaveBeenCalledOnce();
  expect(closeDrawer).not.toHaveBeenCalled();
  await goBack();
  expect(closeDrawer).toHaveBeenCalledOnce();
  expect(window.history.state).toMatchObject({ idx: 1 });
  expect(atRouter).not.toHaveBeenCalled();
});

test('a layer that closes by itself leaves no history entry behind', async () => {
  const { rerender } = openLayer(vi.fn<() => void>());
  await waitFor(() => expect(layers()).toBe(1));
  rerender({ opened: false });
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1 }));
  expect(atRouter).not.toHaveBeenCalled();
});

test('a pending layer stays open at Back and gets its history entry again', async () => {
  const close = vi.fn<() => void>();
  const { unmount } = openLayer(close);
  await waitFor(() => expect(layers()).toBe(1));
  window.history.back();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 2, layers: 1 }));
  unmount();
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1 }));
});

test('Back closes a drawer whose filters changed the address, and keeps the filters', async () => {
  const close = vi.fn<() => void>();
  const drawer = openLayer(close);
  await waitFor(() => expect(layers()).toBe(1));
  window.history.pushState({ idx: 3, key: 'filtered' }, '', '/page?country=DE');
  drawer.rerender({ opened: true });
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 4, layers: 1 }));
  close.mockImplementation(() => drawer.rerender({ opened: false }));
  await goBack();
  expect(close).toHaveBeenCalledOnce();
  expect(window.location.search).toBe('?country=DE');
  // The entry of the drawer below the filtered page is skipped.
  await goBack();
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1 }));
  expect(window.location.search).toBe('');
  expect(atRouter).toHaveBeenCalledOnce();
});

test('a page that was left with an open layer is one step back, not two', async () => {
  const { unmount } = openLayer(vi.fn<() => void>());
  await waitFor(() => expect(layers()).toBe(1));
  window.history.pushState({ idx: 3, key: 'next' }, '', '/next');
  unmount();
  await goBack();
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1, key: 'page' }));
  expect(atRouter).toHaveBeenCalledOnce();
});

test('what the address opens has no history entry of its own', async () => {
  const drawer = openLayer(vi.fn<() => void>(), { closesOnBack: false });
  const dialog = openLayer(vi.fn<() => void>());
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 2, layers: 1 }));
  dialog.unmount();
  drawer.unmount();
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1 }));
});
