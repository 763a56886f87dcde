import { urlOf } from '@domain/url-of.ts';
import { env } from '@/shared/backend/env.ts';

export type ImageBucket = 'post-images' | 'avatars' | 'news-images';

/** An in-memory preview, or a path on this site. */
const LOCAL = /^(data:|blob:|\/)/i;
/** A URL with a scheme, or a protocol-relative one. */
const FOREIGN = /^(?!data:|blob:)([a-z][\w+.-]*:|[/\\]{2})/i;

/**
 * Whether an image is an external URL. The page never loads one by itself: the other site would learn who views what,
 * and could serve a file of any size.
 */
export const isForeignImage = (pathOrUrl: string): boolean => FOREIGN.test(pathOrUrl);

/** Whether this is a storage path and not a URL (external, of this site, or a preview in memory). */
export const isStoragePath = (pathOrUrl: string): boolean => !LOCAL.test(pathOrUrl) && !FOREIGN.test(pathOrUrl);

/** The host of an external image: "cdn.example"; '' for an invalid URL. */
export const siteOfImage = (url: string): string => urlOf(url)?.host ?? '';

/**
 * The URL of an image: storage paths are resolved in their public bucket, paths on this site stay; null for an external
 * image.
 */
export function publicImageUrl(bucket: ImageBucket, pathOrUrl: string): string | null {
  if (isForeignImage(pathOrUrl)) return null;
  if (LOCAL.test(pathOrUrl)) return pathOrUrl;
  const path = pathOrUrl.split('/').map(encodeURIComponent).join('/');
  return `${env.supabaseUrl}/storage/v1/object/public/${bucket}/${path}`;
}

/**
 * The storage path of an image's thumbnail: `a/b.jpg` → `a/b.thumb.webp`. Some browsers store a JPEG under that name.
 */
export function thumbnailPath(path: string): string {
  return path.replace(/\.[a-z0-9]+$/i, '') + '.thumb.webp';
}

/**
 * The URL of an image's thumbnail; paths on this site are returned unchanged, external images give null. If a thumbnail
 * fails, lists show an icon and never the original: a small file can decode to an image that fills the memory.
 */
export const thumbnailUrl = (bucket: ImageBucket, pathOrUrl: string): string | null =>
  publicImageUrl(bucket, isStoragePath(pathOrUrl) ? thumbnailPath(pathOrUrl) : pathOrUrl);
