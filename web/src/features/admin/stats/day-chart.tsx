import { Suspense } from 'react';
import { Skeleton, Table, Title } from '@mantine/core';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import '@mantine/core/styles/Table.css';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { countedDay } from './utc-day.ts';
import classes from './stats.module.css';

const DayPlot = lazyPart(async () => (await import('./day-plot.tsx')).DayPlot);

type DayChartProps = { title: string; days: readonly { day: string; count: number }[] };

/** One count per day as bars, and as a table for screen readers and exact numbers. */
export function DayChart({ title, days }: DayChartProps) {
  const language = useLanguage();
  const { t, number } = language;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const name = t('{title} per day', { title });
  return (
    <figure className={`${classes.panel} ${classes.chart}`} aria-label={name}>
      <Title order={3} size="h4" mb="xs">
        {name}
      </Title>
      <div className={classes.plot} aria-hidden>
        <Part>
          {() => (
            <Suspense fallback={<Skeleton height="100%" />}>
              <DayPlot days={days} label={title} />
            </Suspense>
          )}
        </Part>
      </div>
      {total === 0 && <div className={classes.noData}>{t('No data for this period')}</div>}
      {total > 0 && (
        <details className={classes.numbers}>
          <summary>{t('Show numbers')}</summary>
          <Table aria-label={name}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Day')}</Table.Th>
                <Table.Th data-number>{title}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {days.map(({ day, count }) => (
                <Table.Tr key={day}>
                  <Table.Td>
                    <time dateTime={day}>{countedDay(day, language)}</time>
                  </Table.Td>
                  <Table.Td data-number>{number(count)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </details>
      )}
    </figure>
  );
}
