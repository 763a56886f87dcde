import type { Control } from 'react-hook-form';
import { NEWS_LOCATION_MAX } from '@domain/limits.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import type { NewsFormOutput, NewsFormValues } from './news-form.tsx';
import classes from './news-form.module.css';

/** What only events have: times, in the writer's own zone, and a place. */
export function EventFields({ control }: { control: Control<NewsFormValues, unknown, NewsFormOutput> }) {
  return (
    <>
      <div className={classes.pair}>
        <TextField control={control} name="eventStart" label="Start" type="datetime-local" withAsterisk />
        <TextField control={control} name="eventEnd" label="End" type="datetime-local" />
      </div>
      <TextField control={control} name="location" label="Location" maxLength={NEWS_LOCATION_MAX} />
    </>
  );
}
