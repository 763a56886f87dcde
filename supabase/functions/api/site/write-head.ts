import { escapeHtml } from '../../_shared/domain/markup.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '../../_shared/domain/locale.ts';
import { oneLine } from '../../_shared/domain/one-line.ts';
import { PRODUCT_NAME, TAGLINE } from '../../_shared/domain/product.ts';

/** Facts about a page, as people wrote them. */
export type PageFacts = {
  title: string;
  description: string;
  /** Its one address: path and query, without the language. */
  path: string;
  type: 'website' | 'article' | 'profile';
  /** Its own picture; without one the link shows the card of the site. */
  image?: { url: string; alt: string } | undefined;
  /** The page in terms of schema.org; the address is filled in later. */
  thing?: Record<string, unknown> | undefined;
  /** Pages above this one, from the second on: the first is always the start page. */
  trail?: readonly { name: string; path: string }[];
};

type Place = { siteUrl: string; locale: Locale };

type HomeTexts = { title: string; description: string };

/** Title and description of the start page, in English those of index.html; English stands in for other languages. */
const HOME: Partial<Record<Locale, HomeTexts>> & { en: HomeTexts } = {
  en: {
    title: `${PRODUCT_NAME}: ${TAGLINE}`,
    description: 'Publish what you want to buy and receive quotes from suppliers: business for everyone.',
  },
  vi: {
    title: `${PRODUCT_NAME}: Kinh doanh cho mọi người`,
    description:
      'Đăng yêu cầu mua hàng và nhận báo giá từ nhà cung cấp. Yêu cầu mua hàng và báo giá ở cùng một nơi: kinh doanh cho mọi người.',
  },
};

export const TITLE_MAX = 100;
const DESCRIPTION_MAX = 160;
const LANGUAGE_OF: Partial<Record<Locale, string>> = { en: 'en_US', vi: 'vi_VN' };

export const homeTexts = (locale: Locale): HomeTexts => HOME[locale] ?? HOME.en;

const meta = (key: 'name' | 'property', name: string, content: string | number = '') =>
  content === '' ? '' : `<meta ${key}="${name}" content="${escapeHtml(String(content))}">`;
const link = (rel: string, href: string, further = '') => `<link rel="${rel}"${further} href="${escapeHtml(href)}">`;

/** JSON for a script element: nothing in it can end the element, and all of it is ASCII. */
const json = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The elements of a page's head: title, description, addresses, previews and structured data, on one line. Without facts
 * those of a page that is not there, which no search engine is to keep.
 */
export function writeHead(facts: PageFacts | null, { siteUrl, locale }: Place): string {
  const home = homeTexts(locale);
  const title = facts ? oneLine(facts.title, TITLE_MAX) : home.title;
  const description = oneLine(facts?.description ?? '', DESCRIPTION_MAX) || home.description;
  const tab = facts && facts.path !== '/' ? `${title} · ${PRODUCT_NAME}` : title;
  const named = `<title>${escapeHtml(tab)}</title>${meta('name', 'description', description)}`;
  if (!facts) return `${named}<meta name="robots" content="noindex">`;
  const addressIn = (language: Locale) => addressOf(siteUrl, facts.path, language);
  const url = addressIn(locale);
  const locales = Object.keys(LOCALES).filter(isLocale);
  const trail = [{ name: PRODUCT_NAME, path: '/' }, ...(facts.trail ?? []), { name: title, path: facts.path }];
  const graph = [
    ...(facts.thing ? [{ ...facts.thing, '@id': url, url, name: title, description }] : []),
    ...(facts.path === '/'
      ? []
      : [
          {
            '@type': 'BreadcrumbList',
            itemListElement: trail.map(({ name, path }, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name,
              item: addressOf(siteUrl, path, locale),
            })),
          },
        ]),
  ];
  return [
    named,
    link('canonical', url),
    ...locales.map((language) => link('alternate', addressIn(language), ` hreflang="${language}"`)),
    link('alternate', addressIn(DEFAULT_LOCALE), ' hreflang="x-default"'),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:type', facts.type),
    meta('property', 'og:locale', LANGUAGE_OF[locale]),
    ...locales
      .filter((language) => language !== locale)
      .map((language) => meta('property', 'og:locale:alternate', LANGUAGE_OF[language])),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    ...(facts.image
      ? [
          meta('property', 'og:image', facts.image.url),
          meta('property', 'og:image:alt', oneLine(facts.image.alt, TITLE_MAX)),
        ]
      : [
          meta('property', 'og:image', `${siteUrl}/preview-${HOME[locale] ? locale : DEFAULT_LOCALE}.png`),
          meta('property', 'og:image:alt', home.title),
          meta('property', 'og:image:width', 1200),
          meta('property', 'og:image:height', 630),
        ]),
    meta('name', 'twitter:card', facts.type === 'profile' && facts.image ? 'summary' : 'summary_large_image'),
    `<script type="application/ld+json">${json({ '@context': 'https://schema.org', '@graph': graph })}</script>`,
  ].join('');
}

/** The address of a page in a language; the default language has no parameter. */
function addressOf(siteUrl: string, path: string, locale: Locale): string {
  const url = new URL(path, siteUrl);
  if (locale !== DEFAULT_LOCALE) url.searchParams.set('lang', locale);
  return url.href;
}

/** The same head in ASCII, for a header of HTTP. */
export const asHeader = (head: string): string =>
  head.replace(/[\u{80}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
