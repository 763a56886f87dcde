import { useId, useState } from 'react';
import { ActionIcon, Button, Group, Indicator, Popover, Title } from '@mantine/core';
import '@mantine/core/styles/Indicator.css';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { notificationsQueryOptions, type NotificationItem } from '../api/list-notifications.ts';
import { useMarkRead } from '../api/mark-read.ts';
import { badgeText, countUnread } from '../unread.ts';
import { routeNotification } from '../notification-route.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications.module.css';

/** The bell of the header with its dropdown. Guests have none, and nothing is requested for them. */
export function NotificationsMenu() {
  const { status } = useCurrentUser();
  return status === 'user' ? <Bell /> : null;
}

function Bell() {
  const { t } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const navigate = useNavigate();
  const { data, isPending, error, refetch } = useQuery(notificationsQueryOptions);
  const { mutate: markRead } = useMarkRead();
  const unread = countUnread(data ?? []);
  const badge = badgeText(unread);

  const handleOpen = ({ id, isRead, message, data: facts }: NotificationItem) => {
    // Not awaited: the notification leads on even when the mark cannot be stored.
    if (!isRead) markRead(id);
    const route = routeNotification({ message, data: facts });
    for (const [key, value] of Object.entries(route.storage)) localStorage.setItem(key, value);
    setIsOpen(false);
    void navigate(route.path);
  };

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1.5rem))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Indicator
          label={badge}
          disabled={badge === null}
          size={18}
          offset={9}
          color="red.8"
          classNames={{ indicator: classes.badge }}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconBell size={22} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-labelledby={titleId} className={classes.dropdown}>
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
        <NotificationList
          items={data ?? []}
          isPending={isPending}
          error={error}
          onRetry={() => void refetch()}
          onOpen={handleOpen}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
