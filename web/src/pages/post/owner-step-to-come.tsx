import { Skeleton } from '@mantine/core';
import { COMPARED_MAX, COMPARED_MIN } from '@/features/quotes/compare/comparison-state.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './post-page.module.css';

/** Stands for what the owner does next, as wide as its button; all quotes are taken for undecided. */
export function OwnerStepToCome({ post }: { post: Pick<Post, 'quoteCount' | 'closedReason'> }) {
  const { t, plural } = useLanguage();
  const isAwarded = post.closedReason === 'awarded';
  if (!isAwarded && post.quoteCount < COMPARED_MIN) return null;
  const count = Math.min(post.quoteCount, COMPARED_MAX);
  return (
    <Skeleton width="auto" data-step={isAwarded ? 'deal' : 'compare'} aria-hidden className={classes.stepToCome}>
      {isAwarded ? t('Deal summary') : plural(count, { one: 'Compare {n} quote', other: 'Compare {n} quotes' })}
    </Skeleton>
  );
}
