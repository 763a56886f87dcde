import { Text } from '@mantine/core';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PartItem } from '@/shared/ui/state/part.tsx';
import type { FeedbackDetails } from './get-feedback.ts';
import classes from './feedback-drawer.module.css';

const HEADS = { reply: msg('Reply by {author} · {time}'), note: msg('Internal note by {author} · {time}') } as const;

/** Notes and replies, oldest first. */
export function FeedbackEntries({ entries }: Pick<FeedbackDetails, 'entries'>) {
  const { t, rich, dateAndTime } = useLanguage();
  if (entries.length === 0) return null;
  return (
    <ul className={classes.entries} aria-label={t('Notes and replies')}>
      {entries.map((entry) => (
        <PartItem key={entry.id} className={classes.entry} data-kind={entry.kind}>
          {() => (
            <>
              <Text size="xs" c="dimmed">
                {rich(HEADS[entry.kind], {
                  author: entry.author ?? t('A deleted account'),
                  time: (
                    <time dateTime={entry.createdAt} title={entry.createdAt}>
                      {dateAndTime(entry.createdAt)}
                    </time>
                  ),
                })}
              </Text>
              <Text size="sm" className={classes.text}>
                {entry.body}
              </Text>
            </>
          )}
        </PartItem>
      ))}
    </ul>
  );
}
