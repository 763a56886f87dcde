import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useBelow } from '../use-below.ts';
import { keepEntries } from './layer-entries.ts';

type Layer = {
  id: string;
  /** Gesture that opened it. */
  openedBy: number;
  close: () => void;
  hasEntry: boolean;
};

type LayerOptions = {
  /**
   * Whether Back closes it on a phone or tablet, where it covers the page. False for what the address opens, which Back
   * closes anyway, and for questions about leaving the page.
   */
  closesOnBack?: boolean;
};

/** The open dialogs and drawers, topmost last. */
let layers: readonly Layer[] = [];

/** Counts user gestures; all effects of one key press or click share a number. */
let gesture = 0;
let lastClosedBy = gesture;

const countGesture = () => {
  gesture += 1;
};
for (const type of ['keydown', 'pointerdown', 'click']) window.addEventListener(type, countGesture, { capture: true });

const keepEntriesOfLayers = () => keepEntries(layers.filter(({ hasEntry }) => hasEntry));

/**
 * Makes a dialog or drawer one of the layers over the page, of which Escape and, on a phone, Back close the topmost.
 *
 * Escape reaches all open dialogs and drawers, but only the topmost must close, so that a confirmation above a drawer
 * does not close the drawer. The key press that opened one must not close it, and the one that closed it must not close
 * the next.
 * @returns the `onClose` of the dialog or drawer
 */
export function useLayer(opened: boolean, onClose: () => void, { closesOnBack = true }: LayerOptions = {}): () => void {
  const id = useId();
  const latest = useRef(onClose);
  const hasEntry = useBelow('md') && closesOnBack;
  useLayoutEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  // Before the paint, so that a visible dialog can always be closed.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    layers = [...layers, { id, openedBy: gesture, close: () => latest.current(), hasEntry }];
    return () => {
      layers = layers.filter((layer) => layer.id !== id);
      lastClosedBy = gesture;
      keepEntriesOfLayers();
    };
  }, [opened, id, hasEntry]);
  // After each render: filters in a drawer change the address, and with it the history entry.
  useEffect(() => {
    if (opened && hasEntry) keepEntriesOfLayers();
  });
  return () => {
    const top = layers.at(-1);
    if (top?.id === id && top.openedBy !== gesture && lastClosedBy !== gesture) onClose();
  };
}
