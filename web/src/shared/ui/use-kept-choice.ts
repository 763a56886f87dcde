import { useState } from 'react';

/**
 * A choice among a few values that this browser keeps under `key`, the first value until somebody chooses. Where nothing can
 * be kept it holds as long as the page.
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
      // A browser that keeps nothing still shows what was chosen.
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
