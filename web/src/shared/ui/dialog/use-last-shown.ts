import { useState } from 'react';

/** The value, or the previous one while it is null: a closing dialog still shows its content during the transition. */
export function useLastShown<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
