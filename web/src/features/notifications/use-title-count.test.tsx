import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useTitleCount } from './use-title-count.ts';

beforeEach(() => {
  document.title = 'Home · Marketplace';
});

test('the title of the tab has the badge of the bell, whatever page sets it [A731]', async () => {
  const { rerender, unmount } = renderHook(({ badge }) => useTitleCount(badge), {
    initialProps: { badge: null as string | null },
  });
  expect(document.title).toBe('Home · Marketplace');
  rerender({ badge: '3' });
  expect(document.title).toBe('(3) Home · Marketplace');
  document.title = 'Profile · Marketplace';
  await waitFor(() => expect(document.title).toBe('(3) Profile · Marketplace'));
  rerender({ badge: '9+' });
  expect(document.title).toBe('(9+) Profile · Marketplace');
  unmount();
  expect(document.title).toBe('Profile · Marketplace');
});
