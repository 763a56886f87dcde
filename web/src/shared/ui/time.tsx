import { dayAndTime } from '@/shared/lib/dates.ts';

/** A moment as people read it, with the whole of it in the title (B0). */
export function Time({ iso, format = dayAndTime }: { iso: string; format?: (iso: string) => string }) {
  return (
    <time dateTime={iso} title={iso} style={{ whiteSpace: 'nowrap' }}>
      {format(iso)}
    </time>
  );
}
