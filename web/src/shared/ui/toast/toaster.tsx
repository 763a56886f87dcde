import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
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
 * How far the toast stands above its place, so that it does not cover the control that has the focus: after a dialog
 * that is the one that opened it, and those beside it. 0 where there is no room above.
 */
function useLift(region: RefObject<HTMLElement | null>, toast: ToastEntry | null): number {
  const [lift, setLift] = useState(0);
  const applied = useRef(0);
  useEffect(() => {
    if (!toast) return undefined;
    const avoid = () => {
      const card = region.current?.getBoundingClientRect();
      const focused = document.activeElement;
      if (!card || region.current?.contains(focused)) return;
      const control = focused?.matches('a, button, input, select, textarea') && focused.getBoundingClientRect();
      const foot = card.bottom + applied.current;
      const isCovered =
        control &&
        control.bottom > foot - card.height &&
        control.top < foot &&
        control.right > card.left &&
        control.left < card.right &&
        control.top > card.height + CLEARANCE_PX;
      applied.current = isCovered ? foot - control.top + CLEARANCE_PX : 0;
      setLift(applied.current);
    };
    avoid();
    document.addEventListener('focusin', avoid);
    return () => document.removeEventListener('focusin', avoid);
  }, [region, toast]);
  return lift;
}

/** The single toast slot: a live region in which a new toast replaces the current one; F8 moves the focus to it. */
export function Toaster() {
  const { t } = useLanguage();
  const toast = useCurrentToast();
  const region = useRef<HTMLElement>(null);
  const lift = useLift(region, toast);
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
      style={lift === 0 ? undefined : { translate: `0 ${-lift}px` }}
      aria-label={t('Messages ({key})', { key: TOAST_HOTKEY })}
      tabIndex={-1}
    >
      <div role="status" aria-live={isUrgent ? 'assertive' : 'polite'} aria-atomic="true">
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  );
}
