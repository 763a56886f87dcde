import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { dateAndTime } from '@/shared/text/dates.ts';
import { FactList } from '@/shared/ui/fact-list.tsx';
import { paths } from '@/shared/paths.ts';
import type { FeedbackDetails } from '../api/get-feedback.ts';
import classes from './feedback-drawer.module.css';

function Sender({ feedback: { sender, email } }: { feedback: FeedbackDetails }) {
  if (!sender) return <>Guest ({email})</>;
  return (
    <>
      <Anchor component={Link} to={paths.adminUser(sender.id)} size="sm" underline="always">
        {sender.username}
      </Anchor>{' '}
      ({email})
    </>
  );
}

/** The feedback itself, with its images, and where it came from. */
export function FeedbackContent({ feedback }: { feedback: FeedbackDetails }) {
  const facts = [
    { name: 'Category', value: feedback.categoryLabel },
    { name: 'From', value: <Sender feedback={feedback} /> },
    { name: 'Page', value: feedback.pagePath },
    { name: 'Browser', value: feedback.userAgent },
  ];
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h3" className={classes.text}>
          {feedback.subject}
        </Title>
        <Text size="sm" c="dimmed">
          {feedback.reference} ·{' '}
          <time dateTime={feedback.createdAt} title={feedback.createdAt}>
            {dateAndTime(feedback.createdAt)}
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
      <FactList facts={facts} className={classes.facts} />
    </Stack>
  );
}
