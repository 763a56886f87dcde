import { Stack } from '@mantine/core';
import { StatsRangeBar } from '@/features/admin/stats/stats-range-bar.tsx';
import { StatsView } from '@/features/admin/stats/stats-view.tsx';
import { rangeOf, statsAddress, toRange } from '@/features/admin/stats/stats-range.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** Statistics of the marketplace; the URL has the date range. */
export function AdminStatsPage() {
  const { t } = useLanguage();
  const [state, change] = useAddress(statsAddress);
  const { choice, range } = rangeOf(state);
  return (
    <Stack gap="lg">
      <PageTitle title={t('Stats')}>{t('How the marketplace is doing, counted from what is stored now.')}</PageTitle>
      <StatsRangeBar
        choice={choice}
        range={range}
        onChange={(next, nextRange) => change(toRange(next, nextRange), { replace: true, preventScrollReset: true })}
      />
      <StatsView range={range} />
    </Stack>
  );
}
