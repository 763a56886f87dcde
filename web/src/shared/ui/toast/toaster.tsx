import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import {
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_THRESHOLD_PX,
  dismissToast,
  useCurrentToast,
  type ToastEntry,
} from './toast.ts';
import classes from './toaster.module.css';

/** Runs `onTimeout` after `duration` ms of unpaused time. */
function usePausableTimeout(onTimeout: () => void, duration: number, isPaused: boolean): void {
  const remaining = useRef(duration);
  const callback = useRef(onTimeout);
  useEffect(() => {
    callback.current = onTimeout;
  }, [onTimeout]);
  useEffect(() => {
    if (isPaused) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(() => callback.current(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= Date.now() - startedAt;
    };
  }, [isPaused]);
}

function ToastCard({ toast }: { toast: ToastEntry }) {
  const { t, message } = useLanguage();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [startX, setStartX] = useState<number | null>(null);
  const [offset, setOffset] = useState(0);
  const isDragged = startX !== null;
  const dismiss = () => dismissToast(toast.id);
  usePausableTimeout(dismiss, TOAST_DURATION_MS, isHovered || isFocused || isDragged);

  const handleDown = (event: PointerEvent<HTMLDivElement>) => {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    if (isOnButton || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setStartX(event.clientX);
  };
  const handleMove = (event: PointerEvent<HTMLDivElement>) => {
    if (startX !== null) setOffset(event.clientX - startX);
  };
  const handleRelease = (event: PointerEvent<HTMLDivElement>) => {
    if (startX === null) return;
    const isSwiped = Math.abs(event.clientX - startX) > TOAST_SWIPE_THRESHOLD_PX;
    setStartX(null);
    setOffset(0);
    if (isSwiped) dismiss();
  };
  const handleCancel = () => {
    setStartX(null);
    setOffset(0);
  };

  return (
    <div
      className={toast.kind === 'destructive' ? `${classes.toast} ${classes.destructive}` : classes.toast}
      data-toast={toast.kind ?? 'default'}
      style={offset === 0 ? undefined : { transform: `translateX(${offset}px)` }}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleRelease}
      onPointerCancel={handleCancel}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <div style={{ flex: 1, minWidth: 0 }}>
        <p className={classes.title} dir="auto">
          {message(toast.title)}
        </p>
        {toast.message && (
          <>
            {/* Announced as "title: message". */}
            <VisuallyHidden>: </VisuallyHidden>
            <p className={classes.message} dir="auto">
              {message(toast.message)}
            </p>
          </>
        )}
        {toast.action && (
          <Button
            size="compact-sm"
            variant="light"
            mt="xs"
            onClick={() => {
              toast.action?.onClick();
              dismiss();
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <CloseButton aria-label={t('Dismiss')} size="md" onClick={dismiss} />
    </div>
  );
}

/** Room between the toast and what has the focus. */
const CLEARANCE_PX = 8;

/**
 * Lifts the toast above its place, so that it does not cover the control that has the focus: after a dialog that is the
 * one that opened it, and those beside it. It stays where there is no room above.
 */
function useLift(ref: RefObject<HTMLElement | null>, toast: ToastEntry | null): void {
  useLayoutEffect(() => {
    const region = ref.current;
    if (!region) return undefined;
    const setLift = (lift: number) => {
      region.style.translate = lift === 0 ? '' : `0 ${-lift}px`;
    };
    if (!toast) {
      setLift(0);
      return undefined;
    }
    const avoid = (event?: Event) => {
      const isLost = event instanceof FocusEvent && event.type === 'focusout';
      const focused = isLost ? event.relatedTarget : document.activeElement;
      const element = focused instanceof Element ? focused : null;
      // A toast that is pressed takes the focus, and does not move away.
      if (region.contains(element)) return;
      // Measured at its place; nothing is painted in between.
      setLift(0);
      if (!element?.matches('a, button, input, select, textarea')) return;
      const card = region.getBoundingClientRect();
      const control = element.getBoundingClientRect();
      const isCovered =
        control.bottom > card.top &&
        control.top < card.bottom &&
        control.right > card.left &&
        control.left < card.right &&
        control.top > card.height + CLEARANCE_PX;
      if (isCovered) setLift(card.bottom - control.top + CLEARANCE_PX);
    };
    avoid();
    const changes = ['focusin', 'focusout', 'scroll', 'resize'];
    // Captured: the scrolling of a drawer does not bubble.
    for (const change of changes) window.addEventListener(change, avoid, { capture: true, passive: true });
    return () => {
      for (const change of changes) window.removeEventListener(change, avoid, { capture: true });
    };
  }, [ref, toast]);
}

/** The single toast slot: a live region in which a new toast replaces the current one; F8 moves the focus to it. */
export function Toaster() {
  const { t } = useLanguage();
  const toast = useCurrentToast();
  const region = useRef<HTMLElement>(null);
  useLift(region, toast);
  useWindowEvent('keydown', (event) => {
    if (event.key === TOAST_HOTKEY) {
      event.preventDefault();
      region.current?.focus();
    }
  });
  const isUrgent = toast?.kind === 'destructive';
  return (
    <section
      ref={region}
      className={classes.region}
      aria-label={t('Messages ({key})', { key: TOAST_HOTKEY })}
      tabIndex={-1}
    >
      <div role="status" aria-live={isUrgent ? 'assertive' : 'polite'} aria-atomic="true">
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  );
}
