import { useId, useLayoutEffect } from 'react';

type Layer = { id: string; /** The gesture that opened it. */ openedBy: number };

/** The dialogs and drawers that are open, the last one on top. */
let layers: readonly Layer[] = [];

/** Counts what the person does; everything that one key or click brings about has the same number. */
let gesture = 0;
let lastClosedBy = gesture;

const countGesture = () => {
  gesture += 1;
};
for (const type of ['keydown', 'pointerdown', 'click']) window.addEventListener(type, countGesture, { capture: true });

/**
 * Escape reaches every dialog and drawer that is open; only the one on top may close, so that a question asked above a drawer does not
 * take the drawer with it. The key that opened one does not close it again, and the key that closed one does not go on to the one below.
 * Gives what the dialog or drawer takes as `onClose`.
 */
export function useLayer(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  // Before anything can be seen, so that a dialog that is seen can be closed.
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
