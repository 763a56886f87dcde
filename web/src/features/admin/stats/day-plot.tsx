import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { countedDay, isRunning } from './utc-day.ts';

type DayPlotProps = { days: readonly { day: string; count: number }[]; label: string };

/** One bar per day: a line would suggest values between days. A chunk of its own, because the charts are large. */
export function DayPlot({ days, label }: DayPlotProps) {
  const language = useLanguage();
  const hasData = days.some(({ count }) => count > 0);
  const data = days.map(({ day, count }) => ({
    day: countedDay(day, language),
    count,
    // Of its bar.
    fillOpacity: isRunning(day) ? 0.4 : 1,
  }));
  return (
    <BarChart
      h="100%"
      data={data}
      dataKey="day"
      series={[{ name: 'count', label, color: 'brand.5' }]}
      yAxisProps={{ allowDecimals: false, width: 36, domain: [0, hasData ? 'auto' : 1] }}
      xAxisProps={{ minTickGap: 28, interval: 'equidistantPreserveStart' }}
      // The label at the top of the axis has half its height above its line.
      barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
    />
  );
}
