import type { Language } from '@/shared/i18n/language.ts';
/** "1 post", "12 posts". */
const countOf = (n: number, { plural }: Language) => plural(n, { one: '{n} post', other: '{n} posts' });

/** "2 posts chosen". */
export const chosenText = (n: number, { plural }: Language) =>
  plural(n, { one: '{n} post chosen', other: '{n} posts chosen' });

/** "2 posts deleted"; mentions posts that somebody else changed in the meantime. */
export function deletedText(count: number, chosen: number, language: Language): string {
  return count < chosen
    ? language.t('{count} of {posts} deleted; others had changed', { count, posts: countOf(chosen, language) })
    : language.plural(count, { one: '{n} post deleted', other: '{n} posts deleted' });
}

/** "2 posts visible again"; mentions posts that somebody else changed in the meantime. */
export function visibleText(count: number, chosen: number, language: Language): string {
  return count < chosen
    ? language.t('{count} of {posts} visible again; others had changed', { count, posts: countOf(chosen, language) })
    : language.plural(count, { one: '{n} post visible again', other: '{n} posts visible again' });
}
