/** Parses a URL; null for any other text. Some supported browsers lack `URL.canParse`. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
