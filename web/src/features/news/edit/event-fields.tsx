import { useMemo } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { NEWS_LOCATION_MAX } from '@domain/limits.ts';
import { DateField } from '@/shared/form/date-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import formLayout from '@/shared/form/form-layout.module.css';
import { TextField } from '@/shared/form/text-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ownZone } from '../event-time.ts';
import type { NewsValues, ValidNews } from './news-values.ts';

/** Fields of an event: local times of the venue, and a place. */
export function EventFields({ control }: { control: Control<NewsValues, unknown, ValidNews> }) {
  const { t } = useLanguage();
  const zone = useWatch({ control, name: 'eventZone' });
  const zones = useMemo(
    () => [...new Set([ownZone(), zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean).sort(),
    [zone],
  );
  return (
    <>
      <div className={formLayout.pair}>
        <DateField control={control} name="eventStart" label={t('Start')} type="datetime-local" withAsterisk />
        <DateField control={control} name="eventEnd" label={t('End')} type="datetime-local" />
      </div>
      <div className={formLayout.pair}>
        <SelectField
          control={control}
          name="eventZone"
          label={t('Time zone')}
          description={t('Of the venue: start and end are by its clocks')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          searchable
          allowDeselect={false}
          maxDropdownHeight={260}
          nothingFoundMessage={t('No options found')}
        />
        <TextField control={control} name="location" label={t('Location')} maxLength={NEWS_LOCATION_MAX} />
      </div>
    </>
  );
}
