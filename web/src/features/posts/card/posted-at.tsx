import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Date and age of an entry, with the exact time in its title. */
export function PostedAt({ at, className }: { at: string; className?: string }) {
  const { age, day } = useLanguage();
  return (
    <time className={className} dateTime={at} title={at}>
      {day(at)} · {age(at)}
    </time>
  );
}
