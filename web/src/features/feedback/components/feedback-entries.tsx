import { Text } from '@mantine/core';
import { dateAndTime } from '@/shared/text/dates.ts';
import type { FeedbackDetails } from '../api/get-feedback.ts';
import classes from './feedback-drawer.module.css';

/** Notes and replies in the order in which they were written. */
export function FeedbackEntries({ entries }: Pick<FeedbackDetails, 'entries'>) {
  if (entries.length === 0) return null;
  return (
    <ul className={classes.entries} aria-label="Notes and replies">
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry} data-kind={entry.kind}>
          <Text size="xs" c="dimmed">
            {entry.kind === 'reply' ? 'Reply' : 'Internal note'} by {entry.author} ·{' '}
            <time dateTime={entry.createdAt} title={entry.createdAt}>
              {dateAndTime(entry.createdAt)}
            </time>
          </Text>
          <Text size="sm" className={classes.text}>
            {entry.body}
          </Text>
        </li>
      ))}
    </ul>
  );
}
