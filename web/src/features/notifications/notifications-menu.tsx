import { ActionIcon, Indicator } from '@mantine/core';
import '@mantine/core/styles/Indicator.css';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useLateMenu } from '@/shared/ui/use-late-menu.ts';
import { notificationsQueryOptions } from './list-notifications.ts';
import { badgeText, countUnread } from './unread-notifications.ts';
import { useTitleCount } from './use-title-count.ts';
import classes from './notifications.module.css';

const loadPanel = async () => (await import('./notifications-panel.tsx')).NotificationsPanel;
const NotificationsPanel = lazyPart(loadPanel);

/** The bell in the header with its dropdown. Not for guests, who make no request either. */
export function NotificationsMenu() {
  const { status } = useCurrentUser();
  return status === 'user' ? <Bell /> : null;
}

function Bell() {
  const { t } = useLanguage();
  const { data } = useQuery(notificationsQueryOptions);
  const { button, opened, menu } = useLateMenu(loadPanel, 'dialog');
  const unread = countUnread(data ?? []);
  const badge = badgeText(unread);
  useTitleCount(badge);
  return (
    <>
      <Indicator
        label={badge}
        disabled={badge === null}
        size={18}
        offset={9}
        color="red.8"
        classNames={{ indicator: classes.badge }}
      >
        <ActionIcon
          {...button}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications')}
        >
          <IconBell size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Indicator>
      <LazyDialog opened={opened}>{(isOpen) => <NotificationsPanel menu={menu} opened={isOpen} />}</LazyDialog>
    </>
  );
}
