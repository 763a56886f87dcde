import { useId, useLayoutEffect } from 'react';

type Layer = { id: string; /** Gesture that opened it. */ openedBy: number };

/** The open dialogs and drawers, topmost last. */
let layers: readonly Layer[] = [];

/** Counts user gestures; all effects of one key press or click share a number. */
let gesture = 0;
let lastClosedBy = gesture;

const countGesture = () => {
  gesture += 1;
};
for (const type of ['keydown', 'pointerdown', 'click']) window.addEventListener(type, countGesture, { capture: true });

/**
 * Escape reaches all open dialogs and drawers, but only the topmost must close, so that a confirmation above a drawer
 * does not close the drawer. The key press that opened one must not close it, and the one that closed it must not close
 * the next.
 * @returns the `onClose` of the dialog or drawer
 */
export function useLayer(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  // Before the paint, so that a visible dialog can always be closed.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    layers = [...layers, { id, openedBy: gesture }];
    return () => {
      layers = layers.filter((layer) => layer.id !== id);
      lastClosedBy = gesture;
    };
  }, [opened, id]);
  return () => {
    const top = layers.at(-1);
    if (top?.id === id && top.openedBy !== gesture && lastClosedBy !== gesture) onClose();
  };
}
