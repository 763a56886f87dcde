/**
 * The start script: the build inlines it into index.html, and deploy/headers.ts has its hash. Before the page's code is
 * loaded, it applies stored choices, requests files and data, and shows the still of the build. The page's code covers
 * every failure here. Keep imports small and free of side effects: they are part of the HTML of every page.
 */
import { collapsedDescription } from '@/features/posts/card/description-preview.ts';
import { filterArguments, listArguments } from '@/features/posts/feed/feed-arguments.ts';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { keptSession, type SignedIn } from '@/shared/backend/kept-session.ts';
import { readSearch } from '@/shared/search/search-state.ts';
import { idFromSlug } from '@domain/slug.ts';
import type { StartValues } from '@/shared/start-values.ts';
import { thumbnailUrl } from '@/shared/uploads/image-url.ts';
import { asker, equals } from './ask-early.ts';
import { tellNotLoaded } from './not-loaded.ts';

declare global {
  interface Window {
    /** Resolves once the browser should run the page's code. */
    codeMayCome?: Promise<void>;
  }
}

/** The parts of a requested post that a still shows. */
type Words = { title?: string; description?: string; images?: readonly string[] };

/** How long code waits for texts and an image that could arrive at once. */
const PATIENCE_MS = 150;

/** Texts of the stills in the chosen language, by English text. Empty for English. */
let words: Partial<Record<string, string>> = {};

/** Applies colour scheme and language to the loading screen and the tab before the first paint. */
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
    // No choice is stored, or storage is unavailable.
  }
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
}

const { pathname, search, hash } = location;
/** The first path segment. */
const part = pathname.split('/')[1] ?? '';
const postId = idFromSlug(/^\/post\/([^/%]+)\/?$/.exec(pathname)?.[1] ?? '');

function addLink(values: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), values, { crossOrigin: '' });
  document.head.append(link);
  return link;
}

/** Makes the first requests of the page. Returns the answer with posts, if they were requested. */
function askFirst(start: StartValues, session: SignedIn | undefined): Promise<Response> | undefined {
  const ask = asker(session);
  let posts: Promise<Response> | undefined;
  if (pathname === '/') {
    const { filters, ...asked } = readSearch(new URLSearchParams(search));
    const list = { ...asked, ...filters };
    if (fitAddress(list)) {
      posts = ask('rpc/list_posts', { ...listArguments(list), select: start.columns, order: 'search.asc' });
      void ask('rpc/count_posts', filterArguments(list));
    }
  }
  if (postId !== null) posts = ask('posts', { select: start.columns, id: equals(postId) });
  // With the user known from the start, the page renders its cards only once.
  if (session) void ask('accounts', { select: start.accountColumns, 'profile.auth_id': equals(session.user.id) });
  return posts;
}

/** Translates the markup of a still. */
function translated(html: string, texts: readonly string[]): string {
  let result = html;
  for (const text of texts) {
    const word = (words[text] ?? text).replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    result = result.replaceAll(`>${text}<`, () => `>${word}<`).replaceAll(`"${text}"`, () => `"${word}"`);
  }
  return result;
}

/**
 * The still of this page (web/build/stills.ts), translated if all of its texts are known. Tracking parameters are
 * ignored; a compact list does not match the still with cards.
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

/** Applies preloaded style sheets, all at once. Rejects if any of them failed. */
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

/** Fills in title and description of a post, the place of its images and, on its own page, the images. */
function fill(card: HTMLElement, { title = '', description = '', images = [] }: Words = {}): void {
  const isWhole = 'expanded' in card.dataset;
  const gallery = card.firstElementChild;
  if (images.length > 0) card.dataset['images'] = '';
  for (const [index, path] of isWhole ? images.entries() : []) {
    const tile = gallery?.firstElementChild;
    const image = (index > 0 && tile ? gallery.appendChild(tile.cloneNode(true)) : tile)?.firstChild;
    if (!(image instanceof HTMLImageElement)) continue;
    image.onerror = () => image.remove();
    // External images are not loaded: the empty URL makes `onerror` remove the element.
    image.src = thumbnailUrl('post-images', path) ?? 'data:,';
  }
  const preview = isWhole ? null : collapsedDescription(description);
  for (const place of card.querySelectorAll<HTMLElement>('[data-word]'))
    place.textContent = place.dataset['word'] === 'title' ? title : (preview ?? description);
}

/**
 * Replaces the loading screen or the previous still by a still with these posts. A new element each time, to avoid
 * layout shifts.
 */
function stand(html: string, posts: readonly Words[] = []): void {
  const root = document.getElementById('root');
  if (!root?.querySelector('.loading-screen__bar')) return;
  root.innerHTML = html;
  const { firstElementChild: still } = root;
  const drawn = still?.lastElementChild;
  if (!(still instanceof HTMLElement && drawn instanceof HTMLElement)) return;
  // The page replays the click (web/src/app/first-paint/click-on-still.ts).
  still.onclick = ({ clientX: x, clientY: y, altKey, ctrlKey, metaKey, shiftKey }) => {
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    drawn.inert = false;
    const on = document.elementFromPoint(x, y)?.closest('a, button, input, [data-word]');
    drawn.inert = true;
    window.clickOnStill = { x, y, on, typed: '' };
  };
  for (const [index, card] of root.querySelectorAll<HTMLElement>('[data-stand-in]').entries()) fill(card, posts[index]);
}

/** Records text typed after a click on a field of the still. */
onkeydown = ({ key, ctrlKey, metaKey }) => {
  const click = window.clickOnStill;
  if (!click || ctrlKey || metaKey) return;
  if (key === 'Backspace') click.typed = click.typed.slice(0, -1);
  if (!key[1]) click.typed += key;
};

/** Resolves after that many frames have begun. A change is on screen when the third frame after it begins. */
const frames = (count: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number): unknown => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : resolve());
    next(count);
  });

/** Requests the files and data of the page, and shows its still in the meantime. */
function startPage(): void {
  const start: StartValues = JSON.parse(document.getElementById('start')?.textContent ?? '');
  const ofPage = (Object.hasOwn(start.files, part) && start.files[part]) || [];
  const fetchCode = () => {
    for (const href of [...start.code, ...ofPage.filter((file) => file.endsWith('.js'))])
      addLink({ rel: 'modulepreload', fetchPriority: 'low', href });
  };
  // Style sheets are preloaded only: the loading screen waits for none (web/src/app/first-paint/sheets-applied.ts).
  const sheets = [...start.sheets, ...ofPage.filter((file) => file.endsWith('.css'))].map((href) => {
    const link = addLink({ rel: 'preload', as: 'style', href });
    if (start.sheets.includes(href)) link.dataset['sheet'] = '';
    return link;
  });
  const kept = keptSession();
  // A token that is about to expire has to be renewed first.
  const asked = kept?.isFresh === false ? undefined : askFirst(start, kept?.session);
  const still = findStill(start, kept !== null);
  if (!still) return fetchCode();
  const posts = asked?.then((answer): Promise<Words[]> => answer.clone().json());
  const isStanding = applySheets(sheets).then(() => stand(still));
  const wordsStand = Promise.all([posts, isStanding]).then(([found]) => {
    stand(still, found);
    return document.querySelector<HTMLImageElement>('.still [data-images] img')?.decode();
  });
  // The page renders anything that is missing here.
  wordsStand.catch(() => {});
  if (!posts) return fetchCode();
  // Texts and the first image of a post, if they arrive at once, show before code keeps a phone busy.
  window.codeMayCome = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    wordsStand.then(() => frames(3)).then(resolve, () => resolve());
  });
  void window.codeMayCome.then(fetchCode);
}

/** The starter reports code that fails to load; this reports a failure of the starter itself. */
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
  // The page's code loads regardless (starter.ts).
}
