/**
 * For pages that people open first, but less often than those in index.html, whose list of files would grow with each:
 * requests their files and data while the code of every page is on its way. The page covers every failure here.
 */
import { SHOWN_NEWS_COLUMNS, NEWS_CARD_COLUMNS } from '@/features/news/news-columns.ts';
import { filterArguments, listArguments, newsAddress } from '@/features/news/list/news-filters.ts';
import { SHOWN_POST_COLUMNS } from '@/features/posts/shown-columns.ts';
import { PUBLIC_PROFILE_COLUMNS } from '@/features/profile/details/public-columns.ts';
import { readAddress } from '@/shared/address/address.ts';
import { fitAddress } from '@/shared/backend/fit-address.ts';
import { keptSession } from '@/shared/backend/kept-session.ts';
import { publicImageUrl, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import { POSTS_PER_PAGE } from '@domain/limits.ts';
import { asker, equals, type Ask } from './ask-early.ts';

/** Files of pages by first path segment, with a slash if another one follows; inserted by the build. */
declare const FILES: Partial<Record<string, readonly string[]>>;

/** Formats columns as the client does in an address. */
const asSent = (columns: string) => columns.replaceAll(/\s/g, '');

/** Whether a segment of the address is the id of something, which `/news/x` has not. */
const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/** The most covers that show at once above the fold of a phone. */
const COVERS = 2;

/** Requests the covers of news as soon as their rows arrive: they are the largest thing of their page. */
async function fetchCovers(answer: Promise<Response>, addressOf: typeof publicImageUrl): Promise<void> {
  const items: { images?: readonly string[] }[] = await (await answer).clone().json();
  for (const { images = [] } of items.slice(0, COVERS)) {
    const [cover] = images;
    if (cover !== undefined) new Image().src = addressOf('news-images', cover) ?? 'data:,';
  }
}

/** First requests of each page, at the same addresses as its queries. */
const FIRST_REQUESTS: Partial<Record<string, (ask: Ask, id: string) => void>> = {
  news: (ask) => {
    const filters = readAddress(newsAddress, new URLSearchParams(location.search));
    if (!fitAddress(listArguments(filters))) return;
    const items = ask('rpc/list_news', {
      ...listArguments(filters),
      select: asSent(NEWS_CARD_COLUMNS),
      order: 'search.asc',
    });
    fetchCovers(items, thumbnailUrl).catch(() => {});
    void ask('rpc/count_news', filterArguments(filters));
  },
  'news/': (ask, id) => {
    const item = ask('news_items', { select: asSent(SHOWN_NEWS_COLUMNS), id: equals(id) });
    fetchCovers(item, publicImageUrl).catch(() => {});
  },
  'users/': (ask, id) => {
    const shown = { user_id: equals(id), is_hidden: equals('false') };
    void ask('profiles', { select: asSent(PUBLIC_PROFILE_COLUMNS), id: equals(id) });
    void ask('posts', { select: 'id', ...shown }, { Prefer: 'count=exact' });
    if (!location.search)
      void ask('posts', {
        select: asSent(SHOWN_POST_COLUMNS),
        ...shown,
        order: 'id.desc',
        offset: 0,
        limit: POSTS_PER_PAGE,
      });
  },
};

/** Requests the files and data of this page. */
function fetchPage(): void {
  const [, part = '', id = '', ...more] = location.pathname.split('/');
  const page = id ? `${part}/` : part;
  const ofPage = Object.hasOwn(FILES, page) && more.length === 0 && FILES[page];
  if (!ofPage) return;
  for (const href of ofPage) {
    const link = document.createElement('link');
    const isScript = href.endsWith('.js');
    Object.assign(link, isScript ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' }, {
      href,
      crossOrigin: '',
    });
    document.head.append(link);
  }
  const kept = keptSession();
  // A token that is about to expire has to be renewed first.
  if (kept?.isFresh === false || (id && !isId(id))) return;
  FIRST_REQUESTS[page]?.(asker(kept?.session), id);
}

fetchPage();
