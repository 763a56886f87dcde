import type { ReactNode } from 'react';
import { Anchor, Badge, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Time } from '@/shared/ui/time.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { userActivityQueryOptions } from './get-user-activity.ts';
import classes from '../admin-users.module.css';

type SectionProps = { title: string; emptyText: string; children: ReactNode[] };

function Section({ title, emptyText, children }: SectionProps) {
  return (
    <section>
      <Title order={4} size="h4">
        {title}
      </Title>
      {children.length > 0 ? (
        <ul className={classes.list}>{children}</ul>
      ) : (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
    </section>
  );
}

/** The newest posts, quotes and reviews of a user. */
export function UserActivity({ userId }: { userId: number }) {
  const { t, rich } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(userActivityQueryOptions(userId));
  if (isPending) return <Skeleton height={200} aria-busy />;
  if (error)
    return <ErrorState title={t('Failed to load activity')} message={error.message} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      <Section title={t('Newest posts')} emptyText={t('No posts')}>
        {data.posts.map((post) => (
          <PartItem key={post.id}>
            {() => (
              <>
                <Anchor component={Link} to={paths.post(post)} size="sm" dir="auto">
                  {post.title}
                </Anchor>{' '}
                {post.is_hidden && (
                  <Badge size="xs" variant="dot" color="orange">
                    {t('Hidden')}
                  </Badge>
                )}
                <Text size="xs" c="dimmed">
                  <Time iso={post.created_at} />
                </Text>
              </>
            )}
          </PartItem>
        ))}
      </Section>
      <Section title={t('Newest quotes sent')} emptyText={t('No quotes')}>
        {data.quotes.map((quote) => (
          <PartItem key={quote.quote_id}>
            {() => (
              <>
                {quote.post_id === null ? (
                  <span dir="auto">{quote.post_title}</span>
                ) : (
                  <Anchor
                    component={Link}
                    to={paths.post({ id: quote.post_id, title: quote.post_title })}
                    size="sm"
                    dir="auto"
                  >
                    {quote.post_title}
                  </Anchor>
                )}
                <Text size="xs" c="dimmed">
                  <Time iso={quote.created_at} />
                </Text>
              </>
            )}
          </PartItem>
        ))}
      </Section>
      <Section title={t('Newest reviews received')} emptyText={t('No reviews')}>
        {data.reviews.map((review) => (
          <PartItem key={review.id}>
            {() => (
              <>
                {rich('{rating} of 5: {comment}', {
                  rating: review.rating,
                  comment: <bdi>{review.comment}</bdi>,
                })}
                <Text size="xs" c="dimmed">
                  {review.reviewer.username} · <Time iso={review.created_at} />
                </Text>
              </>
            )}
          </PartItem>
        ))}
      </Section>
    </Stack>
  );
}
