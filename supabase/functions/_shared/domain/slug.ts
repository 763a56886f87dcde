import { SLUG_MAX } from './limits.ts';
import { plainLetters } from './letters.ts';

/**
 * The slug of a title: lower case, diacritics removed, runs of anything but a-z and digits replaced by single hyphens,
 * trimmed, at most 100 characters. Can be empty.
 */
export function slugify(title: string): string {
  // `fold()` would add code to the first load that slugs do not need.
  return plainLetters(title.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '');
}

/** The path segment of a post: "{slug}-{id}", or "post-{id}" if the slug is empty. */
export function postSlug(post: { id: number; title: string }): string {
  return `${slugify(post.title) || 'post'}-${post.id}`;
}

/** The id at the end of a segment ("steel-2024-tubes-17" → 17), or null. */
export function idFromSlug(segment: string): number | null {
  const digits = /\d+$/.exec(segment)?.[0];
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
