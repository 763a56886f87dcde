import { translatedOptions } from '@/shared/i18n/translated-options.ts';
import { Group, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { DateInput } from '@/shared/form/date-input.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { RANGES, type DayRange, type RangeChoice } from './stats-range.ts';

type StatsRangeBarProps = {
  choice: RangeChoice;
  range: DayRange;
  onChange: (choice: RangeChoice, range: DayRange) => void;
};

/** Chooses the days: the last 7, 30 or 90, or a custom range. */
export function StatsRangeBar({ choice, range, onChange }: StatsRangeBarProps) {
  const language = useLanguage();
  const { t } = language;
  const handleChoice = (value: string) => {
    const next = RANGES.find((each) => each.value === value);
    if (next) onChange(next.value, range);
  };
  // Clearing a date keeps the range on screen.
  const handleDay = (change: Partial<DayRange>) => {
    if (Object.values(change).every(Boolean)) onChange('custom', { ...range, ...change });
  };
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label={t('Period')}
        data={translatedOptions(RANGES, language)}
        value={choice}
        onChange={handleChoice}
      />
      {choice === 'custom' && (
        <Group gap="sm">
          <DateInput label={t('From')} value={range.from} max={range.to} onChange={(from) => handleDay({ from })} />
          <DateInput label={t('To')} value={range.to} min={range.from} onChange={(to) => handleDay({ to })} />
        </Group>
      )}
    </Group>
  );
}
