import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { QuoteStatus } from '@domain/quote-status.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { COMPARED_MAX, COMPARED_MIN } from '@/features/quotes/compare/comparison-state.ts';
import { quotesOfPostQueryOptions } from '@/features/quotes/compare/list-quotes-of-post.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { OwnerStepToCome } from './owner-step-to-come.tsx';

const UNDECIDED = new Set<QuoteStatus>(['pending', 'shortlisted']);

/** What the owner of a request does next: see the deal, or compare the quotes. Renders nothing without either. */
export function OwnerStep({ post }: { post: Pick<Post, 'id' | 'quoteCount' | 'closedReason'> }) {
  const { t, plural } = useLanguage();
  const { data, isPending } = useQuery(quotesOfPostQueryOptions(post.id));
  if (isPending) return <OwnerStepToCome post={post} />;
  const quotes = data?.quotes;
  const isAwarded = post.closedReason === 'awarded';
  const deal = quotes?.find(({ status }) => status === 'accepted');
  const undecided = quotes?.filter(({ status }) => UNDECIDED.has(status)).length ?? post.quoteCount;
  if (deal && (isAwarded || undecided < COMPARED_MIN))
    return (
      <Button component={Link} to={paths.deal(deal.id)} data-step="deal">
        {t('Deal summary')}
      </Button>
    );
  if (isAwarded || undecided < COMPARED_MIN) return null;
  const count = Math.min(quotes?.length ?? post.quoteCount, COMPARED_MAX);
  return (
    <Button
      component={Link}
      to={paths.compare(post.id)}
      data-step="compare"
      leftSection={<IconColumns3 size={18} aria-hidden />}
    >
      {plural(count, { one: 'Compare {n} quote', other: 'Compare {n} quotes' })}
    </Button>
  );
}
