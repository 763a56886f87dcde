/**
 * Adds the head (title, description, structured data) to index.html. Every host has this file: the local server imports it, the modules for other
 * hosts hold its text (hosts.ts), and nginx does the same with its own means. The facts, escaped, come from the function
 * `api` (supabase/functions/api/site/write-head.ts).
 */

/** Paths of the page that pass by `api`, which has them below `/api`. */
export const READ_BY_MACHINES = ['/robots.txt', '/sitemap.xml', '/feed.xml'];

/** Pages with a head of their own. */
export const WITH_HEAD = /^\/(?:$|post\/|users\/|news(?:\/|$))/;

/** How long a page waits for its head, in milliseconds; then it comes without. */
export const HEAD_MS = 300;

/** Head of index.html, the same for all pages. */
export const HEAD_OF_ALL = /<title>[^]*?<\/title>\s*<meta\s+name="description"[^>]*>/;

/** @typedef {{ status: number, head: string }} Head The status of an answer, and the elements for its head. */

/**
 * Index.html with a head in place of the one for all pages.
 * @param {string} html
 * @param {string} head
 */
export const withHead = (html, head) => html.replace(HEAD_OF_ALL, () => head);

/**
 * Asks for the head of a page; undefined if it has none of its own, or none in time.
 * @param {URL} url address of the page
 * @param {(path: string) => Promise<Response>} ask asks the function `api`
 * @param {number} [ms] how long to wait for it
 * @returns {Promise<Head | undefined>}
 */
export async function headOf({ pathname, searchParams }, ask, ms = HEAD_MS) {
  if (!WITH_HEAD.test(pathname)) return undefined;
  const lang = /^[a-z]{2}$/.exec(searchParams.get('lang') ?? '');
  let stop = () => {};
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    stop = () => clearTimeout(timer);
  });
  const asked = ask(`/api/head${pathname}${lang ? `?lang=${lang[0]}` : ''}`).then((answer) =>
    answer.ok ? answer.json() : undefined,
  );
  try {
    return await Promise.race([asked, late]);
  } catch {
    return undefined;
  } finally {
    stop();
  }
}
