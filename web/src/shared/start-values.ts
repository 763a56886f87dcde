/** What the build writes into index.html (web/build/start-data.ts), for the start script and for the page. */
export interface StartValues {
  /** The files that a page loads beside those of every page, by the first part of its address. */
  files: Partial<Record<string, readonly string[]>>;
  /** The style sheets of every page. */
  sheets: readonly string[];
  /** The code of every page. */
  code: readonly string[];
  /** The pages that stand before their code is here; the first one that fits is the right one. */
  stills: readonly Still[];
  /** What is written in them, in English. */
  texts: readonly string[];
  /** What is read of a post, and of the signed-in user. */
  columns: string;
  accountColumns: string;
}

/** A page without data, for somebody who is signed in or not, at the widths of a media query; `page` is the first part of its address. */
export interface Still {
  page: string;
  isUser: boolean;
  media: string;
  html: string;
}

/** What index.html holds for the start; nothing where nobody built it, as in unit tests. */
export const readStartValues = (): Partial<StartValues> =>
  JSON.parse(document.getElementById('start')?.textContent || '{}');
