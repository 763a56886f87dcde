/** A storage that keeps what it is given until the page ends. */
function passingStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

/**
 * Gives the page storages where the browser was told to keep nothing of a site and refuses its own: it works then, signing in
 * included, and knows nothing any more after a reload.
 */
export function provideStorage(target: object = window): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      if (Reflect.get(target, name)) continue;
    } catch {
      // Refused.
    }
    Object.defineProperty(target, name, { value: passingStorage() });
  }
}
