import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { StatsRangeBar } from '@/features/admin/stats/components/stats-range-bar.tsx';
import { StatsView } from '@/features/admin/stats/components/stats-view.tsx';
import { readRange, writeRange } from '@/features/admin/stats/stats-range.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** How the marketplace is doing (B17); the range lives in the address. */
export function AdminStatsPage() {
  const [params, setParams] = useSearchParams();
  const { choice, range } = readRange(params);
  return (
    <Stack gap="lg">
      <PageTitle title="Stats">How the marketplace is doing, counted from what is stored now.</PageTitle>
      <StatsRangeBar
        choice={choice}
        range={range}
        onChange={(next, nextRange) =>
          setParams(writeRange(next, nextRange), { replace: true, preventScrollReset: true })
        }
      />
      <StatsView range={range} />
    </Stack>
  );
}
