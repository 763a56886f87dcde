import { Button, Group, Paper, Stack } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useMarkRead } from '@/features/notifications/mark-notifications-read.ts';
import { UNREAD } from '@/features/notifications/list-notifications.ts';
import { NotificationList } from '@/features/notifications/notification-list.tsx';
import {
  notificationPagesQueryOptions,
  notificationsAddress,
  TOPICS,
} from '@/features/notifications/notification-pages.ts';
import { useOpenNotification } from '@/features/notifications/use-open-notification.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import classes from './notifications-page.module.css';

function emptyText(kind: string, { t }: Language): string {
  if (kind === UNREAD) return t('You have read all notifications');
  return kind ? t('No notifications of this kind') : t('No notifications yet');
}

/** Scrolls an entry to the middle of its row, where the row is wider than the screen. The page stays where it is. */
function showInRow(entry: HTMLElement | null) {
  const row = entry?.parentElement;
  if (!entry || !row) return;
  const { left, width } = entry.getBoundingClientRect();
  const whole = row.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (whole.left + whole.width / 2);
}

/** All notifications of the signed-in user, filtered by kind. */
export function NotificationsPage() {
  const language = useLanguage();
  const { t } = language;
  const [{ kind }] = useAddress(notificationsAddress);
  const pages = useInfiniteQuery({ ...notificationPagesQueryOptions(kind), refetchOnMount: 'always' });
  const { mutate: markRead } = useMarkRead();
  const openItem = useOpenNotification();
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap">
        <PageTitle title={t('Notifications')} />
        <Button
          variant="default"
          flex="none"
          title={t('Mark all as read')}
          className={`${classes.button} ${classes.markAll}`}
          onClick={() => markRead('all')}
        >
          <IconChecks size={20} aria-hidden />
          <span className={classes.name}>{t('Mark all as read')}</span>
        </Button>
      </Group>
      <Group component="nav" aria-label={t('Kind')} gap="xs" className={classes.kinds}>
        {TOPICS.map(({ value, label }) => (
          <Button
            key={value}
            component={Link}
            to={value ? `${paths.notifications}?kind=${value}` : paths.notifications}
            preventScrollReset
            variant={value === kind ? 'filled' : 'default'}
            aria-current={value === kind ? 'page' : undefined}
            ref={value === kind ? showInRow : undefined}
            radius="xl"
            px="sm"
            className={classes.button}
          >
            {t(label)}
          </Button>
        ))}
      </Group>
      <Paper withBorder shadow="xs" className={classes.list}>
        <NotificationList
          items={pages.data?.pages.flat() ?? []}
          emptyText={emptyText(kind, language)}
          isFetching={pages.isFetching && !pages.isFetchingNextPage}
          error={pages.error}
          earlier={
            pages.hasNextPage
              ? {
                  isLoading: pages.isFetchingNextPage,
                  error: pages.error,
                  onLoad: () => void pages.fetchNextPage(),
                }
              : null
          }
          headingOrder={2}
          onRetry={() => void pages.refetch()}
          onOpen={openItem}
        />
      </Paper>
    </Stack>
  );
}
