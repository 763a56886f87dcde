import { urlOf } from '@domain/url-of.ts';
import { env } from '@/shared/backend/env.ts';

export type ImageBucket = 'post-images' | 'avatars' | 'news-images';

/** A preview in memory, or a path of this site. */
const LOCAL = /^(data:|blob:|\/)/i;
/** An address with a scheme, or with the name of a site alone. */
const FOREIGN = /^(?!data:|blob:)([a-z][\w+.-]*:|[/\\]{2})/i;

/**
 * Whether an image is an address of another site. The page never loads one by itself: the site would learn who looks at what,
 * and could make the image as heavy as it likes.
 */
export const isForeignImage = (pathOrUrl: string): boolean => FOREIGN.test(pathOrUrl);

/** Whether this is a path in Storage and no address (of another site, of this one, or a preview in memory). */
export const isStoragePath = (pathOrUrl: string): boolean => !LOCAL.test(pathOrUrl) && !FOREIGN.test(pathOrUrl);

/** The name of the site of an image: "cdn.example"; '' for an address that no browser opens. */
export const siteOfImage = (url: string): string => urlOf(url)?.host ?? '';

/** The address of an image: a path of this site is kept, a storage path is placed in its public bucket; null for a foreign image. */
export function publicImageUrl(bucket: ImageBucket, pathOrUrl: string): string | null {
  if (isForeignImage(pathOrUrl)) return null;
  if (LOCAL.test(pathOrUrl)) return pathOrUrl;
  const path = pathOrUrl.split('/').map(encodeURIComponent).join('/');
  return `${env.supabaseUrl}/storage/v1/object/public/${bucket}/${path}`;
}

/** The storage path of the thumbnail that lies beside an image: `a/b.jpg` → `a/b.thumb.webp`; some browsers write a JPEG there. */
export function thumbnailPath(path: string): string {
  return path.replace(/\.[a-z0-9]+$/i, '') + '.thumb.webp';
}

/**
 * The address of the thumbnail of an image; paths of this site have none and are returned as they are, foreign images give null. Where
 * a thumbnail fails to load, lists show an icon and never the original: a file of few bytes can fill the memory of everybody who opens a list.
 */
export const thumbnailUrl = (bucket: ImageBucket, pathOrUrl: string): string | null =>
  publicImageUrl(bucket, isStoragePath(pathOrUrl) ? thumbnailPath(pathOrUrl) : pathOrUrl);
