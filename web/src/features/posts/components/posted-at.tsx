import { useLanguage } from '@/shared/i18n/use-language.ts';

/** When something was written: the day and how long ago, the exact time as its title. */
export function PostedAt({ at, className }: { at: string; className?: string }) {
  const { age, day } = useLanguage();
  return (
    <time className={className} dateTime={at} title={at}>
      {day(at)} · {age(at)}
    </time>
  );
}
