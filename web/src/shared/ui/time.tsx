import { dateAndTime } from '@/shared/text/dates.ts';

/** A moment as people read it, with its year and the whole of it in the title. */
export function Time({ iso, format = dateAndTime }: { iso: string; format?: (iso: string) => string }) {
  return (
    <time dateTime={iso} title={iso} style={{ whiteSpace: 'nowrap' }}>
      {format(iso)}
    </time>
  );
}
