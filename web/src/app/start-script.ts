/**
 * What index.html does before the code of the page is here; the build writes it there as a script, whose hash deploy/headers.ts names. It
 * shows what was chosen, fetches and asks for what the page will need, and lets the page stand as the build drew it. Whatever fails here is
 * done by the code of the page. Imports nothing, because it has to be there with the HTML.
 */
import type { StartValues } from '@/shared/start-values.ts';

declare global {
  interface Window {
    /** Resolves when a browser may be busy with code. */
    codeMayCome?: Promise<void>;
  }
}

type Session = { access_token: string; expires_at: number; user: { id: string } };

type Query = (readonly [name: string, value: string])[];

/** Posts as they are asked for here, as far as a still shows them. */
type Words = { title?: string; description?: string; images?: readonly string[] };

/** Later than this before its end a token is renewed first. */
const RENEW_BEFORE_MS = 120_000;
/** How long code waits for words and an image that may come at once. */
const PATIENCE_MS = 150;
const TEXT_MAX = 200;

/** What is written in the stills, in the chosen language: each English text with its translation. None for English. */
let words: Partial<Record<string, string>> = {};

/** The loading screen has the chosen colours and speaks the chosen language before a browser can draw it, and so does the tab. */
function showChoices(): void {
  let scheme: string | undefined;
  try {
    scheme = localStorage['mantine-color-scheme-value'];
    const { locale, loading, title, still } = JSON.parse(localStorage['language']);
    document.documentElement.lang = locale;
    words = still ?? {};
    if (title) document.title = title;
    new MutationObserver((_changes, observer) => {
      const text = document.querySelector('.loading-screen__text');
      if (!text) return;
      text.textContent = loading;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  } catch {
    // Nothing was chosen, or nothing may be read.
  }
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
}

const { pathname, search, hash } = location;
/** The first part of the address. */
const part = pathname.split('/')[1] ?? '';
// The address of a post ends in its id (web/src/shared/slug.ts).
const postId = /^\/post\/(?:[\w-]*-)?([1-9]\d{0,14})\/?$/.exec(pathname)?.[1];

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

function addLink(values: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), values, { crossOrigin: '' });
  document.head.append(link);
  return link;
}

/** What the address of the start page asks of the feed, as web/src/features/posts/api/list-posts.ts does. */
function feedOf({ columns, pageSize }: StartValues) {
  const address = new URLSearchParams(search);
  const text = (name: string) => (address.get(name) ?? '').slice(0, TEXT_MAX);
  const categories = [...new Set(address.getAll('category').filter(Boolean))].sort();
  const page = Number(address.get('page'));
  const filters = {
    search: (address.get('q') ?? '').trim().slice(0, TEXT_MAX) || undefined,
    country: text('country') || undefined,
    categories: categories.length > 0 ? categories : undefined,
    unquoted: address.get('unquoted') === '1' || undefined,
  };
  const list = {
    ...filters,
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1e6 ? page : 1,
    page_size: pageSize,
    sort: address.get('sort') === 'fewest_quotes' ? 'fewest_quotes' : undefined,
  };
  const query: Query = [
    ['select', columns],
    ['order', 'id.desc'],
  ];
  return { query, list, filters };
}

/** Asks for what the page will ask for (web/src/shared/backend/asked-early.ts). Gives the answer with its posts, if they were asked for. */
function askEarly(start: StartValues, base: string, session: Session | null): Promise<Response> | undefined {
  const apikey = meta('supabase-key');
  const authorization = `Bearer ${session?.access_token ?? apikey}`;
  const early: NonNullable<Window['askedEarly']> = [];
  const ask = (path: string, query: Query, headers: Record<string, string>, body?: string) => {
    const url = new URL(`rest/v1/${path}`, base);
    for (const [name, value] of query) url.searchParams.append(name, value);
    const method = body === undefined ? 'GET' : 'POST';
    const answer = fetch(url, { method, headers: { apikey, Authorization: authorization, ...headers }, body });
    answer.catch(() => {});
    early.push({ url: url.href, body, authorization, answer });
  };
  const call = (name: string, values: object, query: Query = []) =>
    ask(
      `rpc/${name}`,
      query,
      { 'Content-Type': 'application/json', 'Content-Profile': 'public' },
      JSON.stringify(values),
    );
  const read = (table: string, select: string, column: string, value: string) =>
    ask(
      table,
      [
        ['select', select],
        [column, ['eq', value].join('.')],
      ],
      { Accept: 'application/json', 'Accept-Profile': 'public' },
    );
  if (pathname === '/') {
    const { query, list, filters } = feedOf(start);
    call('list_posts', list, query);
    call('count_posts', filters);
  }
  if (postId) read('posts', start.columns, 'id', postId);
  const posts = early[0]?.answer;
  // A page that knows its user from the beginning draws its cards once.
  if (session) read('accounts', start.accountColumns, 'profile.auth_id', session.user.id);
  window.askedEarly = early;
  return posts;
}

/** Markup of the build with its texts in the chosen language. */
function translated(html: string, texts: readonly string[]): string {
  let result = html;
  for (const text of texts) {
    const word = (words[text] ?? text).replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    result = result.replaceAll(`>${text}<`, () => `>${word}<`).replaceAll(`"${text}"`, () => `"${word}"`);
  }
  return result;
}

/**
 * The page as the build drew it (web/build/stills.ts), in the chosen language if all of its words are known. Parts of an address that only
 * count visits change nothing; a compact list is no list of cards.
 */
function findStill({ stills, texts }: StartValues, isSignedIn: boolean): string | undefined {
  const isEnglish = document.documentElement.lang === 'en';
  const isKnown =
    /^(\?((utm_\w+|\w+clid)=[^&#]*(&|$))*)?$/.test(search + hash) &&
    (pathname === '/' ? localStorage['feedLayout'] !== 'compact' : postId) &&
    (isEnglish || texts.every((text) => text in words));
  const still = stills.find(
    ({ page, isUser, media }) => page === part && isUser === isSignedIn && matchMedia(media).matches,
  );
  if (!isKnown || !still) return undefined;
  return isEnglish ? still.html : translated(still.html, texts);
}

/** Applies style sheets that are only fetched, all of them at once. Fails without any one of them. */
async function applySheets(sheets: readonly HTMLLinkElement[]): Promise<void> {
  await Promise.all(
    sheets.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          link.onload = () => resolve();
          link.onerror = () => {
            link.remove();
            reject(new Error(link.href));
          };
          link.dataset['sheet'] = '';
          link.media = 'not all';
          link.rel = 'stylesheet';
        }),
    ),
  );
  for (const link of sheets) link.media = '';
}

/** Writes title and description of a post into its place, and on its own page the images. */
function fill(card: HTMLElement, { previewLength }: StartValues, base: string, post: Words = {}): void {
  const isWhole = 'expanded' in card.dataset;
  const gallery = card.firstElementChild;
  const images = (isWhole && post.images) || [];
  if (images.length > 0) card.dataset['images'] = '';
  for (const [index, path] of images.entries()) {
    const tile = gallery?.firstElementChild;
    const image = (index > 0 && tile ? gallery.appendChild(tile.cloneNode(true)) : tile)?.firstChild;
    if (!(image instanceof HTMLImageElement)) continue;
    image.onerror = () => image.remove();
    // As thumbnailUrl of web/src/shared/uploads/image-url.ts.
    image.src = /^https:/i.test(path)
      ? path
      : `${base}storage/v1/object/public/post-images/${path.replace(/\.[a-z0-9]+$/i, '')}.thumb.webp`;
  }
  for (const place of card.querySelectorAll<HTMLElement>('[data-word]')) {
    const letters = [...(place.dataset['word'] === 'title' ? (post.title ?? '') : (post.description ?? ''))];
    const isCut = !isWhole && letters.length > previewLength;
    place.textContent = isCut ? `${letters.slice(0, previewLength).join('').trimEnd()}…` : letters.join('');
  }
}

/** Puts a still with these posts in the place of the loading screen, or of the still before: a new one each time, so that nothing moves. */
function stand(html: string, start: StartValues, base: string, posts: readonly Words[] = []): void {
  const root = document.getElementById('root');
  if (!root?.querySelector('.loading-screen__bar')) return;
  root.innerHTML = html;
  const { firstElementChild: still } = root;
  const drawn = still?.lastElementChild;
  if (!(still instanceof HTMLElement && drawn instanceof HTMLElement)) return;
  // What is clicked is done by what takes over (web/src/app/layouts/click-on-still.ts).
  still.onclick = ({ clientX: x, clientY: y, altKey, ctrlKey, metaKey, shiftKey }) => {
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    drawn.inert = false;
    const on = document.elementFromPoint(x, y)?.closest('a, button, input, [data-word]');
    drawn.inert = true;
    window.clickOnStill = { x, y, on };
  };
  for (const [index, card] of root.querySelectorAll<HTMLElement>('[data-stand-in]').entries())
    fill(card, start, base, posts[index]);
}

/** Resolves when that many frames have begun: what is drawn in one is on the screen when the third after it begins. */
const frames = (count: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number): unknown => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : resolve());
    next(count);
  });

/** Fetches and asks for what the page needs, and lets it stand meanwhile. */
function startPage(): void {
  const start: StartValues = JSON.parse(document.getElementById('start')?.textContent ?? '');
  const ofPage = (Object.hasOwn(start.files, part) && start.files[part]) || [];
  const fetchCode = () => {
    for (const href of [...start.code, ...ofPage.filter((file) => file.endsWith('.js'))])
      addLink({ rel: 'modulepreload', fetchPriority: 'low', href });
  };
  // Style sheets are fetched and not applied: the loading screen waits for none (web/src/app/sheets-applied.ts).
  const sheets = [...start.sheets, ...ofPage.filter((file) => file.endsWith('.css'))].map((href) => {
    const link = addLink({ rel: 'preload', as: 'style', href });
    if (start.sheets.includes(href)) link.dataset['sheet'] = '';
    return link;
  });
  const base = meta('supabase-url').replace(/\/?$/, '/');
  const key = `sb-${new URL(base).hostname.split('.')[0]}-auth-token`;
  const session: Session | null = JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? 'null');
  // A token that is about to end is renewed first, one in the address is read first.
  const isGood = !session || session.expires_at * 1000 > Date.now() + RENEW_BEFORE_MS;
  const asked = !hash.includes('=') && isGood ? askEarly(start, base, session) : undefined;
  const still = findStill(start, session !== null);
  if (!still) return fetchCode();
  const posts = asked?.then((answer): Promise<Words[]> => answer.clone().json());
  const isStanding = applySheets(sheets).then(() => stand(still, start, base));
  const wordsStand = Promise.all([posts, isStanding]).then(([found]) => {
    stand(still, start, base, found);
    return document.querySelector<HTMLImageElement>('.still [data-images] img')?.decode();
  });
  // What takes over draws what is missing here.
  wordsStand.catch(() => {});
  if (!posts) return fetchCode();
  // Words that come at once, and the first image of a post, are seen before a phone is busy with code.
  window.codeMayCome = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    wordsStand.then(() => frames(3)).then(resolve, () => resolve());
  });
  void window.codeMayCome.then(fetchCode);
}

showChoices();
try {
  startPage();
} catch {
  // The code of the page comes all the same (web/build/starter.mjs).
}
