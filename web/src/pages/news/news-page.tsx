import { useCallback, useRef, useState } from 'react';
import { Button, Group, SegmentedControl, Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Tabs.css';
import { IconPlus } from '@tabler/icons-react';
import { newsQueryOptions } from '@/features/news/list/list-news.ts';
import { NewsList } from '@/features/news/list/news-list.tsx';
import { EVENT_PERIODS, NEWS_TABS, newsAddress, toTab } from '@/features/news/list/news-filters.ts';
import { readAddress } from '@/shared/address/address.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useNewsSearch } from '@/shared/search/use-news-search.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { readForFirstDraw } from '@/shared/lazy/first-draw.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { EditableNewsMenu } from '@/compositions/editable-news-menu.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';

readForFirstDraw((queryClient) =>
  queryClient.prefetchQuery(newsQueryOptions(readAddress(newsAddress, new URLSearchParams(window.location.search)))),
);

const NewsFormDialog = lazyPart(async () => (await import('@/features/news/edit/news-form-dialog.tsx')).NewsFormDialog);

function AddNews() {
  const { t } = useLanguage();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsAdding(true)}>
        {t('Add news')}
      </Button>
      <LazyDialog opened={isAdding}>
        {(opened) => <NewsFormDialog opened={opened} onClose={() => setIsAdding(false)} />}
      </LazyDialog>
    </>
  );
}

/** News and events; the URL has the tab, page and search. */
export function NewsPage() {
  const { t } = useLanguage();
  const [filters, change] = useAddress(newsAddress);
  const current = useCurrentUser();
  const search = useNewsSearch();
  const panel = useRef<HTMLDivElement>(null);
  const handlePage = useCallback(
    (page: number) => {
      change({ page });
      panel.current?.focus({ preventScroll: true });
    },
    [change],
  );
  // Replaces the history entry, so that Back does not return here.
  const handlePageGone = useCallback(() => change({ page: 1 }, { replace: true }), [change]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <PageTitle title={t('News / Events')} />
        {current.status === 'user' && current.user.isAdmin && <AddNews />}
      </Group>
      <Tabs
        value={filters.tab}
        onChange={(value) => change(toTab(value ?? ''), { preventScrollReset: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {NEWS_TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={filters.tab} ref={panel} tabIndex={-1}>
          {filters.tab === 'events' && (
            <SegmentedControl
              mb="lg"
              aria-label={t('Events')}
              value={filters.period}
              onChange={(value) => change({ period: newsAddress.period.read(value) }, { preventScrollReset: true })}
              data={EVENT_PERIODS.map(({ value, label }) => ({ value, label: t(label) }))}
            />
          )}
          <NewsList
            filters={filters}
            onPage={handlePage}
            onPageGone={handlePageGone}
            onClearSearch={search.clear}
            renderMenu={(item) => <EditableNewsMenu item={item} />}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
