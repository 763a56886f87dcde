import { Stack, Text, Title } from '@mantine/core';
import { dayAndTime } from '@/shared/lib/dates.ts';
import type { FeedbackDetails } from '../api/get-feedback.ts';
import classes from './feedback-drawer.module.css';

/** What was written, with its pictures, and where it came from (B19). */
export function FeedbackContent({ feedback }: { feedback: FeedbackDetails }) {
  const facts = [
    ['Category', feedback.categoryLabel],
    ['From', feedback.sender ? `${feedback.sender.username} (${feedback.email})` : `Guest (${feedback.email})`],
    ['Page', feedback.pagePath],
    ['Browser', feedback.userAgent],
  ] as const;
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h3" className={classes.text}>
          {feedback.subject}
        </Title>
        <Text size="sm" c="dimmed">
          {feedback.reference} ·{' '}
          <time dateTime={feedback.createdAt} title={feedback.createdAt}>
            {dayAndTime(feedback.createdAt)}
          </time>
        </Text>
      </div>
      <Text className={classes.text}>{feedback.message}</Text>
      {feedback.imageUrls.length > 0 && (
        <div className={classes.images}>
          {feedback.imageUrls.map((url, index) => (
            <a key={url} href={url} target="_blank" rel="noopener noreferrer" aria-label={`Open image ${index + 1}`}>
              <img src={url} alt="" width={132} height={99} className={classes.image} />
            </a>
          ))}
        </div>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Stack>
  );
}
