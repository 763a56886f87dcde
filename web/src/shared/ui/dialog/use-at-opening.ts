import { useState } from 'react';

/** The value as it was when the dialog opened: what its reader decides on, whatever a refetch brings behind it. */
export function useAtOpening<T>(value: T, opened: boolean): T {
  const [kept, setKept] = useState({ value, opened });
  if (opened !== kept.opened) setKept({ value: opened ? value : kept.value, opened });
  return kept.value;
}
