import { Suspense } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from '../post.ts';
import { requirementChips } from '../requirement-texts.ts';
import classes from './requirements.module.css';

// Only on the page of a post.
const RequirementFacts = lazyPart(async () => (await import('./requirement-facts.tsx')).RequirementFacts);

type RequirementsProps = {
  post: Post;
  /** With names and whole values, as the page of a post shows them; cards have one quiet line. */
  isExpanded?: boolean;
  /** Among other facts on one line. */
  isShort?: boolean;
};

/** What the buyer said beyond the description: how much, at which price, by when, and until when quotes are taken. */
export function Requirements({ post, isExpanded = false, isShort = false }: RequirementsProps) {
  const language = useLanguage();
  const now = useNow(post.quoteDeadline === null || post.closedAt !== null ? null : Date.parse(post.quoteDeadline));
  if (isExpanded) {
    return (
      <Suspense fallback={<div className={classes.toCome} />}>
        <RequirementFacts post={post} now={now} />
      </Suspense>
    );
  }
  const chips = requirementChips(post, now, isShort, language);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} data-short={isShort || undefined} aria-label={language.t('Requirements')}>
      {chips.map(({ text, isEnd }) => (
        <li key={text} className={`${classes.chip} ${isEnd ? classes.end : ''}`} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}
