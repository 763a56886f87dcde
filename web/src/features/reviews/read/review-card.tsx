import type { ReactNode } from 'react';
import { Alert, Anchor, Badge, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconEyeOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import type { Party, Review } from '../shown-review.ts';
import classes from './reviews.module.css';
import { Stars } from '../rating/stars.tsx';

type ReviewCardProps = {
  review: Review;
  /** The other user: author or subject of the review. */
  person: Party;
  /** Actions on the review. */
  actions?: ReactNode;
  /** Button next to the reply that deletes it. */
  replyAction?: ReactNode;
  /** A form for the reply. */
  children?: ReactNode;
};

/** One review: author or subject, stars, date, comment, reply. */
export function ReviewCard({ review, person, actions, replyAction, children }: ReviewCardProps) {
  const { t, day, dayAndTime } = useLanguage();
  const isEdited = Date.parse(review.updatedAt) > Date.parse(review.createdAt);
  return (
    <article
      className={classes.card}
      data-review={review.id}
      aria-label={t('Review of {reviewed} by {reviewer}', {
        reviewed: review.reviewed.username,
        reviewer: review.reviewer.username,
      })}
    >
      {review.hiddenReason !== null && (
        <Alert color="orange" variant="light" icon={<IconEyeOff />} title={t('This review is hidden')}>
          {review.hiddenReason}
        </Alert>
      )}
      <div className={classes.head}>
        <UserAvatar username={person.username} avatarPath={person.avatarPath} size={40} />
        <div className={classes.who}>
          <Anchor component={Link} to={paths.user(person.id)} c="bright" fw={600} size="sm">
            {person.username}
          </Anchor>
          <Group gap="xs">
            <Stars rating={review.rating} />
            <Text size="xs" c="dimmed">
              <time dateTime={review.createdAt} title={dayAndTime(review.createdAt)}>
                {day(review.createdAt)}
              </time>
              {isEdited && <> · {t('edited')}</>}
            </Text>
          </Group>
        </div>
        {(review.hasDeal || review.isVerifiedDeal) && (
          <Badge
            variant="light"
            color="teal"
            className={classes.verified}
            leftSection={<IconCircleCheck size={14} aria-hidden />}
            title={
              review.hasDeal
                ? t('One of these two accepted a quote of the other')
                : t('A quote was sent between these two')
            }
          >
            {review.hasDeal ? t('Verified deal') : t('Exchanged a quote')}
          </Badge>
        )}
      </div>
      <Text size="sm" className={classes.text}>
        {review.comment}
      </Text>
      {review.reply !== null && (
        <div className={classes.reply}>
          <Group justify="space-between" wrap="nowrap" mih={28}>
            <Text size="xs" c="dimmed">
              {t('Reply from {username}', { username: review.reviewed.username })}
              {review.repliedAt && ` · ${day(review.repliedAt)}`}
            </Text>
            {replyAction}
          </Group>
          <Text size="sm" className={classes.text}>
            {review.reply}
          </Text>
        </div>
      )}
      {actions}
      {children}
    </article>
  );
}
