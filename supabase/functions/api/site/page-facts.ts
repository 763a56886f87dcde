import { dataOf, type Client } from '../../_shared/clients.ts';
import { categoryLabel, withEquivalentCategories } from '../../_shared/domain/categories.ts';
import { countryName } from '../../_shared/domain/countries.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import type { Locale } from '../../_shared/domain/locale.ts';
import { oneLine } from '../../_shared/domain/one-line.ts';
import { PRODUCT_NAME } from '../../_shared/domain/product.ts';
import { idFromSlug, postSlug } from '../../_shared/domain/slug.ts';
import { env } from '../../_shared/env.ts';
import { homeTexts, TITLE_MAX, type PageFacts } from './write-head.ts';

type Bucket = 'post-images' | 'news-images' | 'avatars';

/** The first picture that is stored here: addresses of other sites are never loaded by themselves. */
function pictureOf(bucket: Bucket, images: readonly (string | null)[], alt: string): PageFacts['image'] {
  const path = images.find((image) => image !== null && !/^(?:[a-z][\w+.-]*:|[/\\])/i.test(image));
  if (!path) return undefined;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return { url: `${env.publicUrl}/storage/v1/object/public/${bucket}/${encoded}`, alt };
}

async function postFacts(client: Client, id: number): Promise<PageFacts | null> {
  const columns =
    'id, title, description, category, country, images, created_at, quantity, unit, quote_deadline' as const;
  const post = dataOf(await client.from('posts').select(columns).eq('id', id).maybeSingle());
  if (!post) return null;
  const category = categoryLabel(post.category);
  const [listed = post.category] = withEquivalentCategories([post.category]);
  const image = pictureOf('post-images', post.images, post.title);
  return {
    title: post.title,
    description: post.description,
    path: `/post/${postSlug(post)}`,
    type: 'article',
    image,
    thing: {
      '@type': 'Demand',
      areaServed: countryName(post.country),
      availabilityStarts: post.created_at,
      ...(post.quote_deadline !== null && { validThrough: post.quote_deadline }),
      ...(post.quantity !== null && {
        eligibleQuantity: {
          '@type': 'QuantitativeValue',
          value: post.quantity,
          ...(post.unit !== null && { unitText: post.unit }),
        },
      }),
      itemOffered: {
        '@type': 'Product',
        name: oneLine(post.title, TITLE_MAX),
        category,
        ...(image && { image: image.url }),
      },
    },
    trail: [{ name: category, path: `/?category=${listed}` }],
  };
}

/** A deleted account keeps nothing but a reserved name: see `delete_user`. */
const DELETED = /^deleted-\d+$/;

async function userFacts(client: Client, id: number): Promise<PageFacts | null> {
  const columns = 'id, username, avatar_path, country, company_name, bio' as const;
  const user = dataOf(await client.from('profiles').select(columns).eq('id', id).maybeSingle());
  if (!user || DELETED.test(user.username)) return null;
  const image = pictureOf('avatars', [user.avatar_path], user.username);
  return {
    title: user.company_name ?? user.username,
    description: user.bio ?? '',
    path: `/users/${user.id}`,
    type: 'profile',
    image,
    thing: {
      '@type': user.company_name === null ? 'Person' : 'Organization',
      ...(user.country !== null && {
        address: { '@type': 'PostalAddress', addressCountry: countryName(user.country) },
      }),
      ...(image && { image: image.url }),
    },
  };
}

type NewsTexts = { name: string; description: string };
const NEWS: Partial<Record<Locale, NewsTexts>> & { en: NewsTexts } = {
  en: { name: 'News / Events', description: `News and events of ${PRODUCT_NAME}.` },
  vi: { name: 'Tin tức / Sự kiện', description: `Tin tức và sự kiện của ${PRODUCT_NAME}.` },
};

const newsTexts = (locale: Locale): NewsTexts => NEWS[locale] ?? NEWS.en;

async function newsFacts(client: Client, id: number, locale: Locale): Promise<PageFacts | null> {
  const columns =
    'id, type, title, summary, images, event_start, event_end, location, external_url, published_at, updated_at' as const;
  const item = dataOf(await client.from('news_items').select(columns).eq('id', id).maybeSingle());
  if (!item) return null;
  const image = pictureOf('news-images', item.images, item.title);
  const path = `/news/${item.id}`;
  return {
    title: item.title,
    description: item.summary,
    path,
    type: 'article',
    image,
    thing: {
      ...(item.type === 'event'
        ? {
            '@type': 'Event',
            startDate: item.event_start,
            ...(item.event_end !== null && { endDate: item.event_end }),
            location:
              item.location === null
                ? { '@type': 'VirtualLocation', url: item.external_url ?? env.siteUrl + path }
                : { '@type': 'Place', name: item.location, address: item.location },
          }
        : {
            '@type': 'NewsArticle',
            headline: oneLine(item.title, TITLE_MAX),
            datePublished: item.published_at,
            dateModified: item.updated_at,
            publisher: { '@type': 'Organization', name: PRODUCT_NAME, url: env.siteUrl },
          }),
      ...(image && { image: image.url }),
    },
    trail: [{ name: newsTexts(locale).name, path: '/news' }],
  };
}

/** More than a slug and an id have. To look for the digits at the end takes a time that grows with the square of a longer one. */
const SEGMENT_MAX = 200;

const homeFacts = (locale: Locale): PageFacts => ({
  ...homeTexts(locale),
  path: '/',
  type: 'website',
  thing: {
    '@type': 'WebSite',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${env.siteUrl}/?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
});

/**
 * The facts of a page by its path, as a guest sees it; null if the page does not exist.
 * @param client with the rights of a guest
 */
export async function factsOf(client: Client, path: string, locale: Locale): Promise<PageFacts | null> {
  const [, room = '', segment, rest] = path.replace(/\/$/, '').split('/');
  if (segment === undefined) {
    if (room === '') return homeFacts(locale);
    const { name: title, description } = newsTexts(locale);
    return room === 'news'
      ? { title, description, path: '/news', type: 'website', thing: { '@type': 'CollectionPage' } }
      : null;
  }
  const id = room === 'post' ? idFromSlug(segment.slice(-SEGMENT_MAX)) : idOf(segment);
  if (rest !== undefined || id === null) return null;
  if (room === 'post') return postFacts(client, id);
  return room === 'users' ? userFacts(client, id) : newsFacts(client, id, locale);
}

function idOf(segment: string): number | null {
  const id = idSchema.safeParse(/^\d{1,15}$/.test(segment) ? Number(segment) : NaN);
  return id.success ? id.data : null;
}
