import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ratingBarsQueryOptions } from '@/features/reviews/api/count-reviews.ts';
import { writtenReviewsQueryOptions } from '@/features/reviews/api/list-written-reviews.ts';
import { ReceivedReviews } from '@/features/reviews/components/received-reviews.tsx';
import { WrittenReviews } from '@/features/reviews/components/written-reviews.tsx';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { readReviewFilters, writeReviewFilters } from '@/features/reviews/review-filters.ts';

/** The reviews that the signed-in user received and wrote (B6). */
export function MyReviewsPage() {
  const me = useCurrentUser();
  return me.status === 'user' ? <MyReviews userId={me.user.id} /> : null;
}

const withCount = (name: string, count: number | undefined) => (count === undefined ? name : `${name} (${count})`);

function MyReviews({ userId }: { userId: number }) {
  const [params, setParams] = useSearchParams();
  const { data: received } = useQuery(ratingBarsQueryOptions(userId));
  const { data: written } = useQuery(writtenReviewsQueryOptions(userId, 1));
  const tab = params.get('tab') === 'written' ? 'written' : 'received';
  const filters = readReviewFilters(params);
  return (
    <Stack gap="lg" maw="48rem">
      <PageTitle title="My reviews">What others say of you, and what you say of them</PageTitle>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => setParams(value === 'written' ? { tab: 'written' } : {}, { replace: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="received">{withCount('Received', received?.total)}</Tabs.Tab>
          <Tabs.Tab value="written">{withCount('Written', written?.total)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="received">
          <ReceivedReviews
            userId={userId}
            isOwn
            filters={filters}
            onChange={(change) =>
              setParams((current) => writeReviewFilters(current, change), { preventScrollReset: true })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="written">
          <WrittenReviews
            userId={userId}
            page={filters.page}
            onPage={(page) => setParams((current) => writeReviewFilters(current, { rating: null, page }))}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
