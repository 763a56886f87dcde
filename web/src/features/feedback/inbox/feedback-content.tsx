import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList } from '@/shared/ui/fact-list.tsx';
import { paths } from '@/shared/paths.ts';
import { FeedbackImage } from './feedback-image.tsx';
import type { FeedbackDetails } from './get-feedback.ts';
import classes from './feedback-drawer.module.css';

function Sender({ feedback: { sender, email } }: { feedback: FeedbackDetails }) {
  const { t } = useLanguage();
  if (!sender) return <>{t('Guest ({email})', { email })}</>;
  return (
    <>
      <Anchor component={Link} to={paths.adminUser(sender.id)} size="sm" underline="always">
        {sender.username}
      </Anchor>{' '}
      ({email})
    </>
  );
}

/** The feedback itself with its images and origin. */
export function FeedbackContent({ feedback }: { feedback: FeedbackDetails }) {
  const { t, dateAndTime } = useLanguage();
  const facts = [
    { name: t('Category'), value: t(feedback.categoryLabel) },
    { name: t('From', {}, 'sender'), value: <Sender feedback={feedback} /> },
    { name: t('Page'), value: feedback.pagePath },
    { name: t('Browser'), value: feedback.userAgent },
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
      {feedback.images.length > 0 && (
        <div className={classes.images}>
          {feedback.images.map((path, index) => (
            <FeedbackImage key={path} path={path} n={index + 1} />
          ))}
        </div>
      )}
      <FactList facts={facts} className={classes.facts} />
    </Stack>
  );
}
