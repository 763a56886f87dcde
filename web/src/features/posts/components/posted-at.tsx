import { age, day } from '@/shared/text/dates.ts';

/** When something was written: the day and how long ago, the exact time as its title. */
export function PostedAt({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {day(at)} · {age(at)}
    </time>
  );
}
