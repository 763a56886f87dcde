import { Alert, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { postChangesQueryOptions } from './list-post-changes.ts';
import { changedFields } from './post-facts.ts';
import classes from './post-changes.module.css';

type PostChangesProps = {
  postId: number;
  /** When the supplier sent or last revised their quote. */
  since: string;
};

/** Shows suppliers what the buyer changed after their quote, old and new. Renders nothing without changes. */
export function PostChanges({ postId, since }: PostChangesProps) {
  const language = useLanguage();
  const { t, day } = language;
  const { data = [] } = useQuery(postChangesQueryOptions(postId));
  const later = data.filter(({ createdAt }) => Date.parse(createdAt) > Date.parse(since));
  const fields = changedFields(later, language);
  const last = later.at(-1);
  if (!last || fields.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="orange"
      role="note"
      icon={<IconHistory aria-hidden />}
      title={t('The buyer changed this request after your quote, last on {date}', { date: day(last.createdAt) })}
    >
      <dl className={classes.changes}>
        {fields.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Text size="sm" c="dimmed" className={classes.text}>
                {t('Before: {value}', { value: before || t('not given') })}
              </Text>
              <Text size="sm" fw={500} className={classes.text}>
                {t('Now: {value}', { value: after || t('not given') })}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </Alert>
  );
}
