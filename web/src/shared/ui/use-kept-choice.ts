import { useState } from 'react';

/**
 * A choice among a few values, stored in this browser under `key`; initially the first value. Without storage it lasts
 * until the page closes.
 */
export function useKeptChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const kept = read(key);
    return values.find((each) => each === kept) ?? values[0];
  });
  const choose = (next: Value) => {
    setValue(next);
    try {
      window.localStorage.setItem(key, next);
    } catch {
      // Storage is unavailable; the choice still applies to this page.
    }
  };
  return [value, choose];
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
