import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, toast, TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from './toast.ts';
import { Toaster } from './toaster.tsx';

const shown = () => document.querySelectorAll('[data-toast]');
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

describe('the toast slot', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Element.prototype.setPointerCapture = vi.fn();
    render(
      <MantineProvider env="test">
        <Toaster />
      </MantineProvider>,
    );
  });
  afterEach(() => {
    act(() => dismissToast());
    vi.useRealTimers();
  });

  test('the toast slot holds one toast, for 5000 ms, swiped by 50 px, reached by F8 [A548]', () => {
    expect([TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD_PX, TOAST_HOTKEY]).toEqual([5000, 50, 'F8']);
    act(() => {
      toast({ title: 'First' });
      toast({ title: 'Second', message: 'Text' });
    });
    expect(shown()).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('Second: Text');
    pass(4999);
    expect(shown()).toHaveLength(1);
    pass(1);
    expect(shown()).toHaveLength(0);
  });

  test('the toast slot gives a new toast its whole time', () => {
    act(() => toast({ title: 'First' }));
    pass(4000);
    act(() => toast({ title: 'Second' }));
    pass(4000);
    expect(screen.getByText('Second')).toBeDefined();
  });

  test('the toast slot waits while the pointer is over it and goes on afterwards', () => {
    act(() => toast({ title: 'First' }));
    pass(4000);
    fireEvent.pointerEnter(shown()[0] ?? document.body);
    pass(60_000);
    expect(shown()).toHaveLength(1);
    fireEvent.pointerLeave(shown()[0] ?? document.body);
    pass(999);
    expect(shown()).toHaveLength(1);
    pass(1);
    expect(shown()).toHaveLength(0);
  });

  test('the toast slot stands above the control with the focus while that is there, if there is room', () => {
    const button = document.body.appendChild(document.createElement('button'));
    const region = screen.getByRole('region');
    region.getBoundingClientRect = () => {
      const [, lift = 0] = region.style.translate.split(' ').map(Number.parseFloat);
      return new DOMRect(0, 700 + lift, 300, 100);
    };
    const scrollTo = (top: number) => {
      button.getBoundingClientRect = () => new DOMRect(0, top, 300, 40);
      fireEvent.scroll(document.body);
      return region.style.translate;
    };
    scrollTo(750);
    act(() => button.focus());
    expect(region.style.translate).toBe('');
    act(() => toast({ title: 'Sent' }));
    expect(region.style.translate).toBe('0 -58px');
    expect([720, 600, 750].map(scrollTo)).toEqual(['0 -88px', '', '0 -58px']);
    act(() => toast({ title: 'Sent again' }));
    expect(region.style.translate).toBe('0 -58px');
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    expect(region.style.translate).toBe('0 -58px');
    act(() => button.focus());
    act(() => button.blur());
    expect(region.style.translate).toBe('');
    act(() => button.focus());
    expect(region.style.translate).toBe('0 -58px');
    act(() => dismissToast());
    expect(region.style.translate).toBe('');
    button.remove();
  });

  test('the toast slot is dismissed by its button and by its action', () => {
    const undo = vi.fn();
    act(() => toast({ title: 'First', action: { label: 'Undo', onClick: undo } }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(shown()).toHaveLength(0);
    act(() => toast({ title: 'Second' }));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(shown()).toHaveLength(0);
  });
});
