import { useEffect, useId } from 'react';

/** The dialogs and drawers that are open, the last one on top. */
let layers: readonly string[] = [];

/**
 * Escape reaches every dialog and drawer that is open; only the one on top may close, so that a question asked above a drawer does not
 * take the drawer with it. Gives what the dialog or drawer takes as `onClose`.
 */
export function useLayer(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    // Only once the key that opened or closed it is through: it must neither close what it has just opened nor go on to the one below.
    const opening = setTimeout(() => {
      layers = [...layers, id];
    });
    return () => {
      clearTimeout(opening);
      setTimeout(() => {
        layers = layers.filter((layer) => layer !== id);
      });
    };
  }, [opened, id]);
  return () => {
    if (layers.at(-1) === id) onClose();
  };
}
