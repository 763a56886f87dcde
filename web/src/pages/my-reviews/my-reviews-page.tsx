import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { ratingBarsQueryOptions } from '@/features/reviews/rating/count-reviews.ts';
import { writtenReviewsQueryOptions } from '@/features/reviews/read/list-written-reviews.ts';
import { ReceivedReviews } from '@/features/reviews/read/received-reviews.tsx';
import { WrittenReviews } from '@/features/reviews/read/written-reviews.tsx';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { reviewAddress } from '@/features/reviews/read/review-address.ts';
import { oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

const myReviewsAddress = { tab: oneOf(['received', 'written'], 'received'), ...reviewAddress };

/** Reviews that the signed-in user received and wrote. */
export function MyReviewsPage() {
  const me = useCurrentUser();
  return me.status === 'user' ? <MyReviews userId={me.user.id} /> : null;
}

const withCount = (name: string, count: number | undefined) => (count === undefined ? name : `${name} (${count})`);

function MyReviews({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const [{ tab, ...filters }, change] = useAddress(myReviewsAddress);
  const { data: received } = useQuery(ratingBarsQueryOptions(userId));
  const { data: written } = useQuery(writtenReviewsQueryOptions(userId, 1));
  return (
    // As high as the window, so that the footer does not come up where there are no reviews.
    <Stack gap="lg" w="100%" maw="48rem" mx="auto" mih="100dvh">
      <PageTitle title={t('My reviews')}>{t('What others say of you, and what you say of them')}</PageTitle>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => change({ tab: myReviewsAddress.tab.read(value ?? '') }, { isAlone: true, replace: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="received">{withCount(t('Received'), received?.total)}</Tabs.Tab>
          <Tabs.Tab value="written">{withCount(t('Written'), written?.total)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="received">
          <ReceivedReviews
            userId={userId}
            isOwn
            filters={filters}
            onChange={(next) => change(next, { preventScrollReset: true })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="written">
          <WrittenReviews userId={userId} page={filters.page} onPage={(page) => change({ page })} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
