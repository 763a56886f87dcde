import { useState } from 'react';

/** The value, or the one before while there is none: what a dialog goes on showing while it goes away. */
export function useLastShown<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
