/** An in-memory storage that lasts until the page closes. */
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
 * Replaces blocked browser storages by in-memory ones. The page then works, signing in included, but forgets everything
 * on reload.
 */
export function provideStorage(target: object = window): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      if (Reflect.get(target, name)) continue;
    } catch {
      // Access is blocked.
    }
    Object.defineProperty(target, name, { value: passingStorage() });
  }
}
