/** Values that the build writes into index.html (web/build/start-data.ts) for the start script and the page. */
export interface StartValues {
  /** Files that a page loads in addition to those of every page, by first path segment. */
  files: Partial<Record<string, readonly string[]>>;
  /** Style sheets of every page. */
  sheets: readonly string[];
  /** Scripts of every page. */
  code: readonly string[];
  /** Stills of pages, shown before their code has loaded; the first match wins. */
  stills: readonly Still[];
  /** English texts in the stills. */
  texts: readonly string[];
  /** Columns of a post and of the signed-in user. */
  columns: string;
  accountColumns: string;
}

/** A page without data, for users or guests, at the widths of a media query; `page` is its first path segment. */
export interface Still {
  page: string;
  isUser: boolean;
  media: string;
  html: string;
}

/** The start values in index.html; empty without a build, as in unit tests. */
export const readStartValues = (): Partial<StartValues> =>
  JSON.parse(document.getElementById('start')?.textContent || '{}');
