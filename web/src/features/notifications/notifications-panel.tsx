import { useId, useState } from 'react';
import { Anchor, Button, Group, Popover, SegmentedControl, Title } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { NOTIFICATIONS_MAX } from '@domain/limits.ts';
import { paths } from '@/shared/paths.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { StandingButton } from '@/shared/ui/standing-button.tsx';
import type { LateMenuState } from '@/shared/ui/use-late-menu.ts';
import { notificationsQueryOptions, type NotificationItem } from './list-notifications.ts';
import { useMarkRead } from './mark-notifications-read.ts';
import { notificationPagesQueryOptions, useStartPages } from './notification-pages.ts';
import { useOpenNotification } from './use-open-notification.ts';
import { countUnread } from './unread-notifications.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications-panel.module.css';

type NotificationsPanelProps = { menu: LateMenuState; opened: boolean };

/** Dropdown of the bell. Each notification links to its subject. */
export function NotificationsPanel({ menu: { id, button, setOpened }, opened }: NotificationsPanelProps) {
  const titleId = useId();
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(30rem, calc(100vw - 1.5rem))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <StandingButton button={button} />
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        id={`${id}-dropdown`}
        role="dialog"
        aria-labelledby={titleId}
        className={classes.dropdown}
      >
        <Notifications titleId={titleId} onLeave={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Content of the dropdown. Mounted only while it is open, so that opening refetches. */
function Notifications({ titleId, onLeave }: { titleId: string; onLeave: () => void }) {
  const { t } = useLanguage();
  // The bell polls only every ten minutes.
  const query = useQuery({ ...notificationsQueryOptions, refetchOnMount: 'always' });
  const [isLong, setIsLong] = useState(false);
  const pages = useInfiniteQuery({ ...notificationPagesQueryOptions(''), enabled: isLong });
  const startPages = useStartPages();
  const { mutate: markRead } = useMarkRead();
  const openItem = useOpenNotification();
  const [isUnreadOnly, setIsUnreadOnly] = useState(false);
  const latest = query.data ?? [];
  const items = (isLong && pages.data?.pages.flat()) || latest;
  const unread = countUnread(items);
  const hasEarlier = isLong ? pages.hasNextPage : latest.length === NOTIFICATIONS_MAX;

  const handleOpen = (item: NotificationItem) => {
    onLeave();
    openItem(item);
  };
  const handleEarlier = () => {
    if (!isLong) {
      startPages(latest);
      setIsLong(true);
    }
    void pages.fetchNextPage();
  };

  return (
    <>
      <Group justify="space-between" className={classes.head}>
        <Title order={2} size="h4" id={titleId} tabIndex={-1} data-autofocus className={classes.title}>
          {t('Notifications')}
        </Title>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" className={classes.markAll} onClick={() => markRead('all')}>
            {t('Mark all as read')}
          </Button>
        )}
      </Group>
      <SegmentedControl
        fullWidth
        className={classes.which}
        aria-label={t('Which notifications')}
        data={[
          { value: 'all', label: t('All') },
          { value: 'unread', label: unread === 0 ? t('Unread') : `${t('Unread')} (${unread})` },
        ]}
        value={isUnreadOnly ? 'unread' : 'all'}
        onChange={(value) => setIsUnreadOnly(value === 'unread')}
      />
      <NotificationList
        items={isUnreadOnly ? items.filter(({ isRead }) => !isRead) : items}
        emptyText={unread < items.length ? t('You have read all notifications') : t('No notifications yet')}
        isFetching={query.isFetching}
        error={query.error}
        earlier={hasEarlier ? { isLoading: pages.isFetchingNextPage, error: pages.error, onLoad: handleEarlier } : null}
        headingOrder={3}
        scrollerClass={classes.scroller}
        onRetry={() => void query.refetch()}
        onOpen={handleOpen}
      />
      <Anchor component={Link} to={paths.notifications} size="sm" className={classes.all} onClick={onLeave}>
        {t('All notifications')}
      </Anchor>
    </>
  );
}
