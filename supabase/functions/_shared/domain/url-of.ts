/** The URL that a text is; null for any other text. `URL.canParse` is unknown to some supported browsers. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
