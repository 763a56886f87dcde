import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { statsQueryOptions } from '../api/get-stats.ts';
import type { DayRange } from '../stats-range.ts';
import { statsTables } from '../stats-tables.ts';
import { utcDayOfYear } from '../utc-day.ts';
import { DayChart } from './day-chart.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { StatsTablePanel } from './stats-table-panel.tsx';
import classes from './stats.module.css';

const CHARTS = [
  { title: 'Visitors', count: 'visitors' },
  { title: 'Registrations', count: 'registrations' },
  { title: 'Posts', count: 'posts' },
  { title: 'Quotes', count: 'quotes' },
] as const;
const TILES = 11;

/** Totals, bars and tables of a range of days. */
export function StatsView({ range }: { range: DayRange }) {
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery(statsQueryOptions(range));
  if (isPending) return <StatsSkeleton />;
  if (error || !data)
    return <ErrorState title="Failed to load stats" message={error?.message} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg" className={isPlaceholderData ? classes.stale : undefined} aria-busy={isPlaceholderData}>
      <div>
        <Text size="sm" c="dimmed" mb="xs">
          {utcDayOfYear(data.from)} – {utcDayOfYear(data.to)} (UTC), compared with the {data.days.length} days before
        </Text>
        <StatTiles stats={data} />
      </div>
      <div>
        <Title order={2} size="h3" mb="sm">
          Per day
        </Title>
        <div className={classes.grid}>
          {CHARTS.map(({ title, count }) => (
            <DayChart
              key={count}
              title={title}
              days={data.days.map((each) => ({ day: each.day, count: each[count] }))}
            />
          ))}
        </div>
      </div>
      <div>
        <Title order={2} size="h3" mb="sm">
          Details
        </Title>
        <div className={classes.tables}>
          {statsTables(data).map((table) => (
            <StatsTablePanel key={table.id} table={table} range={range} />
          ))}
        </div>
      </div>
    </Stack>
  );
}

function StatsSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-busy aria-label="Loading stats">
      <div className={classes.tiles}>
        {Array.from({ length: TILES }, (_, tile) => (
          <Skeleton key={tile} height={104} />
        ))}
      </div>
      <div className={classes.grid}>
        {CHARTS.map(({ count }) => (
          <Skeleton key={count} height={260} />
        ))}
      </div>
    </Stack>
  );
}
