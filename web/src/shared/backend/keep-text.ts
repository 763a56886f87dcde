/**
 * Keeps a text in the browser, for a reload or a later visit. A full or unavailable storage fails nothing: the page goes
 * on with what it has in memory.
 */
export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.warn('The browser keeps no more texts:', error);
  }
}
