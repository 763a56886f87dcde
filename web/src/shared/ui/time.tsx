import type { DateFormat } from '@/shared/i18n/formats.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** A localized instant; the title has the full date and time. */
export function Time({ iso, format = 'dateAndTime' }: { iso: string; format?: DateFormat }) {
  const language = useLanguage();
  return (
    <time dateTime={iso} title={iso} style={{ whiteSpace: 'nowrap' }}>
      {language[format](iso)}
    </time>
  );
}
