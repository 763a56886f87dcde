import { Group, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { userRatingQueryOptions } from './get-user-rating.ts';
import { ratingText } from './rating-text.ts';
import classes from './user-rating.module.css';

/** A user's rating on one line; guests are told to log in. */
export function UserRating({ userId }: { userId: number }) {
  const language = useLanguage();
  const { t } = language;
  const { status } = useCurrentUser();
  const { data } = useQuery({ ...userRatingQueryOptions(userId), enabled: status === 'user' });
  if (status === 'guest') {
    return (
      <Text size="sm" c="dimmed">
        {t('Please log in to see the rating of user')}
      </Text>
    );
  }
  return (
    <Group gap={6} wrap="nowrap" mih={22}>
      {data && data.totalReviews > 0 && <IconStarFilled size={16} className={classes.star} aria-hidden />}
      <Text size="sm">{data && ratingText(data, language)}</Text>
    </Group>
  );
}
