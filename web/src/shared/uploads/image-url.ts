import { env } from '@/shared/backend/env.ts';

export type ImageBucket = 'post-images' | 'avatars' | 'news-images';

const absoluteUrl = /^(https?:|data:|blob:|\/)/i;

/** Whether this is a path in Storage and no address (of another site, of this one, or a preview in memory). */
export function isStoragePath(pathOrUrl: string): boolean {
  return !absoluteUrl.test(pathOrUrl);
}

/** The address of an image: an absolute URL (or a path of this site) is kept, a storage path is placed in its public bucket. */
export function publicImageUrl(bucket: ImageBucket, pathOrUrl: string): string {
  if (!isStoragePath(pathOrUrl)) return pathOrUrl;
  const path = pathOrUrl.split('/').map(encodeURIComponent).join('/');
  return `${env.supabaseUrl}/storage/v1/object/public/${bucket}/${path}`;
}

/** The storage path of the thumbnail that lies beside an image: `a/b.jpg` → `a/b.thumb.webp`; some browsers write a JPEG there. */
export function thumbnailPath(path: string): string {
  return path.replace(/\.[a-z0-9]+$/i, '') + '.thumb.webp';
}

/**
 * The address of the thumbnail of an image; absolute URLs have none and are returned as they are. Where a thumbnail fails to
 * load, lists show an icon and never the original: a file of few bytes may fill the memory of everybody who opens a list.
 */
export function thumbnailUrl(bucket: ImageBucket, pathOrUrl: string): string {
  return isStoragePath(pathOrUrl) ? publicImageUrl(bucket, thumbnailPath(pathOrUrl)) : pathOrUrl;
}
