import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Part } from '@/shared/ui/state/part.tsx';
import { statsQueryOptions } from './get-stats.ts';
import type { DayRange } from './stats-range.ts';
import { statsTables } from './stats-tables.ts';
import { utcDayOfYear } from './utc-day.ts';
import { DayChart } from './day-chart.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { StatsTablePanel } from './stats-table-panel.tsx';
import classes from './stats.module.css';

const CHARTS = [
  { title: msg('Visitors'), count: 'visitors' },
  { title: msg('Registrations'), count: 'registrations' },
  { title: msg('Posts'), count: 'posts' },
  { title: msg('Quotes'), count: 'quotes' },
] as const;
const TILES = 11;

/** Totals, charts and tables of a range of days. */
export function StatsView({ range }: { range: DayRange }) {
  const language = useLanguage();
  const { t } = language;
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery(statsQueryOptions(range));
  if (isPending) return <StatsSkeleton />;
  if (error || !data)
    return <ErrorState title={t('Failed to load stats')} message={error?.message} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg" className={isPlaceholderData ? classes.stale : undefined} aria-busy={isPlaceholderData}>
      <div>
        <Text size="sm" c="dimmed" mb="xs">
          {t('{from} – {to} (UTC), compared with the {days} days before', {
            from: utcDayOfYear(data.from, language),
            to: utcDayOfYear(data.to, language),
            days: data.days.length,
          })}
        </Text>
        <StatTiles stats={data} />
      </div>
      <div>
        <Title order={2} size="h3" mb="sm">
          {t('Per day')}
        </Title>
        <div className={classes.grid}>
          {CHARTS.map(({ title, count }) => (
            <DayChart
              key={count}
              title={t(title)}
              days={data.days.map((each) => ({ day: each.day, count: each[count] }))}
            />
          ))}
        </div>
      </div>
      <div>
        <Title order={2} size="h3" mb="sm">
          {t('Details')}
        </Title>
        <div className={classes.tables}>
          {statsTables(data).map((table) => (
            <Part key={table.id}>{() => <StatsTablePanel table={table} range={range} />}</Part>
          ))}
        </div>
      </div>
    </Stack>
  );
}

function StatsSkeleton() {
  const { t } = useLanguage();
  return (
    <Stack gap="lg" role="status" aria-busy aria-label={t('Loading stats')}>
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
