import { createContext, useContext, useEffect } from 'react';

/** Called with whether the content of a dialog has pending work, which prevents closing. */
export const HoldDialog = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open while its form is being submitted. */
export function useHoldDialog(isHeld: boolean): void {
  const hold = useContext(HoldDialog);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [isHeld, hold]);
}
