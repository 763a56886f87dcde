import { Box, Skeleton, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import type { NotificationItem } from './list-notifications.ts';
import { notificationText } from './notification-text.ts';
import classes from './notifications.module.css';

type NotificationListProps = {
  items: readonly NotificationItem[];
  isFetching: boolean;
  error: Error | null;
  onRetry: () => void;
  onOpen: (item: NotificationItem) => void;
};

/** Content of the dropdown: the notifications, newest first, or why there are none. */
export function NotificationList({ items, isFetching, error, onRetry, onOpen }: NotificationListProps) {
  const language = useLanguage();
  const { t, dayAndTime } = language;
  // A cached empty list could be stale.
  if (isFetching && items.length === 0) {
    return (
      <Stack gap="sm" p="md" aria-busy>
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={40} />
      </Stack>
    );
  }
  if (error && items.length === 0) {
    return (
      <Box p="md">
        <ErrorState title={t('Failed to load notifications')} message={error.message} onRetry={onRetry} />
      </Box>
    );
  }
  if (items.length === 0) {
    return <EmptyState isSmall title={t('No notifications yet')} />;
  }
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <PartItem key={item.id}>
          {() => (
            <UnstyledButton
              className={classes.item}
              data-unread={item.isRead ? undefined : true}
              onClick={() => onOpen(item)}
            >
              <span className={classes.dotPlace}>
                {!item.isRead && (
                  <span className={classes.dot} data-dot>
                    <VisuallyHidden>{t('Unread:')} </VisuallyHidden>
                  </span>
                )}
              </span>
              <span className={classes.text}>
                <span className={classes.message} dir="auto">
                  {notificationText(item, language)}
                </span>
                <time className={classes.time} dateTime={item.createdAt} title={item.createdAt}>
                  {dayAndTime(item.createdAt)}
                </time>
              </span>
            </UnstyledButton>
          )}
        </PartItem>
      ))}
    </ul>
  );
}
