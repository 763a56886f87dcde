/**
 * What index.html does before the code of the page is here; the build writes it there as a script, whose hash deploy/headers.ts names. It
 * shows what was chosen, fetches and asks for what the page will need, and lets the page stand as the build drew it. Whatever fails here is
 * done by the code of the page. What it imports comes with the HTML of every page: little, and nothing that does anything by itself.
 */
import { collapsedDescription } from '@/features/posts/description-preview.ts';
import { filterArguments, listArguments } from '@/features/posts/feed-arguments.ts';
import { env, serviceUrl } from '@/shared/backend/env.ts';
import { keptSession, type SignedIn } from '@/shared/backend/kept-session.ts';
import { readSearch } from '@/shared/search/search-state.ts';
import { idFromSlug } from '@/shared/slug.ts';
import type { StartValues } from '@/shared/start-values.ts';
import { thumbnailUrl } from '@/shared/uploads/image-url.ts';
import { tellNotLoaded } from './not-loaded.ts';

declare global {
  interface Window {
    /** Resolves when a browser may be busy with code. */
    codeMayCome?: Promise<void>;
  }
}

type Query = (readonly [name: string, value: string])[];

/** Posts as they are asked for here, as far as a still shows them. */
type Words = { title?: string; description?: string; images?: readonly string[] };

/** How long code waits for words and an image that may come at once. */
const PATIENCE_MS = 150;

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
const postId = idFromSlug(/^\/post\/([^/%]+)\/?$/.exec(pathname)?.[1] ?? '');

function addLink(values: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), values, { crossOrigin: '' });
  document.head.append(link);
  return link;
}

/** Asks for what the page will ask for (web/src/shared/backend/asked-early.ts). Gives the answer with its posts, if they were asked for. */
function askEarly(start: StartValues, session: SignedIn | undefined): Promise<Response> | undefined {
  const apikey = env.supabaseKey;
  const authorization = `Bearer ${session?.access_token ?? apikey}`;
  const early: NonNullable<Window['askedEarly']> = [];
  const ask = (path: string, query: Query, headers: Record<string, string>, body?: string) => {
    const url = new URL(serviceUrl(`rest/v1/${path}`));
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
    const { query, filters, page } = readSearch(new URLSearchParams(search));
    const { sort, ...narrowed } = { query, ...filters };
    call('list_posts', listArguments({ ...narrowed, sort, page }), [
      ['select', start.columns],
      ['order', 'id.desc'],
    ]);
    call('count_posts', filterArguments(narrowed));
  }
  if (postId !== null) read('posts', start.columns, 'id', String(postId));
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
    (pathname === '/' ? localStorage['feedLayout'] !== 'compact' : postId !== null) &&
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
function fill(card: HTMLElement, { title = '', description = '', images = [] }: Words = {}): void {
  const isWhole = 'expanded' in card.dataset;
  const gallery = card.firstElementChild;
  if (isWhole && images.length > 0) card.dataset['images'] = '';
  for (const [index, path] of isWhole ? images.entries() : []) {
    const tile = gallery?.firstElementChild;
    const image = (index > 0 && tile ? gallery.appendChild(tile.cloneNode(true)) : tile)?.firstChild;
    if (!(image instanceof HTMLImageElement)) continue;
    image.onerror = () => image.remove();
    // A foreign image is not loaded: the empty address makes `onerror` remove it.
    image.src = thumbnailUrl('post-images', path) ?? 'data:,';
  }
  const preview = isWhole ? null : collapsedDescription(description);
  for (const place of card.querySelectorAll<HTMLElement>('[data-word]'))
    place.textContent = place.dataset['word'] === 'title' ? title : (preview ?? description);
}

/** Puts a still with these posts in the place of the loading screen, or of the still before: a new one each time, so that nothing moves. */
function stand(html: string, posts: readonly Words[] = []): void {
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
    window.clickOnStill = { x, y, on, typed: '' };
  };
  for (const [index, card] of root.querySelectorAll<HTMLElement>('[data-stand-in]').entries()) fill(card, posts[index]);
}

/** Keeps what is typed after a click on a field of the still. */
onkeydown = ({ key, ctrlKey, metaKey }) => {
  const click = window.clickOnStill;
  if (!click || ctrlKey || metaKey) return;
  if (key === 'Backspace') click.typed = click.typed.slice(0, -1);
  if (!key[1]) click.typed += key;
};

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
  const kept = keptSession();
  // A token that is about to end is renewed first.
  const asked = kept?.isFresh === false ? undefined : askEarly(start, kept?.session);
  const still = findStill(start, kept !== null);
  if (!still) return fetchCode();
  const posts = asked?.then((answer): Promise<Words[]> => answer.clone().json());
  const isStanding = applySheets(sheets).then(() => stand(still));
  const wordsStand = Promise.all([posts, isStanding]).then(([found]) => {
    stand(still, found);
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

/** The starter tells that the code does not come; that the starter itself does not, nobody else can tell. */
function watchStarter({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => tellNotLoaded());
  else tellNotLoaded();
}

addEventListener('error', watchStarter, true);
showChoices();
try {
  startPage();
} catch {
  // The code of the page comes all the same (starter.ts).
}
