import { useNavigate } from 'react-router-dom';
import { keepText } from '@/shared/backend/keep-text.ts';
import type { NotificationItem } from './list-notifications.ts';
import { useMarkRead } from './mark-notifications-read.ts';
import { routeNotification } from './notification-route.ts';

/** A function that marks a notification as read and goes to its target. */
export function useOpenNotification() {
  const navigate = useNavigate();
  const { mutate: markRead } = useMarkRead();
  return ({ id, isRead, message, data }: NotificationItem) => {
    // Not awaited: the link works even if the mark cannot be stored.
    if (!isRead) markRead(id);
    const route = routeNotification({ message, data });
    for (const [key, value] of Object.entries(route.storage)) keepText(key, value);
    void navigate(route.path);
  };
}
