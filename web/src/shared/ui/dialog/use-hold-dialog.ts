import { createContext, useContext, useEffect } from 'react';

/** Told whether the content of a dialog has work pending, during which the dialog cannot be closed. */
export const HoldDialog = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the dialog around a form open while the form is being sent. */
export function useHoldDialog(isHeld: boolean): void {
  const hold = useContext(HoldDialog);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [isHeld, hold]);
}
