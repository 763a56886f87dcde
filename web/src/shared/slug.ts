import { SLUG_MAX } from '@domain/limits.ts';
import { plainLetters } from '@domain/letters.ts';

/**
 * The slug of a title: lower-case, accents removed, everything that is not a letter a-z or a
 * digit turned into single hyphens with none at the ends, at most 100 characters. May be empty.
 */
export function slugify(title: string): string {
  // Not `fold()`, which would add what slugs do not need to the first load.
  return plainLetters(title.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, SLUG_MAX)
    .replace(/-+$/, '');
}

/** The path segment of a post: "{slug}-{id}", or "post-{id}" when the title leaves no slug. */
export function postSlug(post: { id: number; title: string }): string {
  return `${slugify(post.title) || 'post'}-${post.id}`;
}

/** The id at the end of a segment ("steel-2024-tubes-17" → 17), or null when there is none. */
export function idFromSlug(segment: string): number | null {
  const digits = /\d+$/.exec(segment)?.[0];
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
