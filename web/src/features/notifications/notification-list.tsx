import { Box, Button, Stack, ThemeIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/ThemeIcon.css';
import { useEffect, useId, useRef } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PersonSkeleton } from '@/shared/ui/state/person-skeleton.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import type { NotificationItem } from './list-notifications.ts';
import { byAge, shortAge } from './notification-groups.ts';
import { notificationLook } from './notification-look.ts';
import { parseNotificationData, routeNotification } from './notification-route.ts';
import { notificationText, placeAfterTitle, placeOfName } from './notification-text.ts';
import classes from './notifications-panel.module.css';

type NotificationListProps = {
  items: readonly NotificationItem[];
  emptyText: string;
  isFetching: boolean;
  error: Error | null;
  /** Loads earlier ones; null if there are none. */
  earlier: { isLoading: boolean; error: Error | null; onLoad: () => void } | null;
  headingOrder: 2 | 3;
  /** Class of a list that scrolls by itself. */
  scrollerClass?: string | undefined;
  onRetry: () => void;
  onOpen: (item: NotificationItem) => void;
};

/** The notifications of today and earlier ones, newest first, or why there are none. */
export function NotificationList({
  items,
  emptyText,
  isFetching,
  error,
  earlier,
  headingOrder,
  scrollerClass,
  onRetry,
  onOpen,
}: NotificationListProps) {
  const { t } = useLanguage();
  const now = useNow(Infinity);
  const list = useRef<HTMLDivElement>(null);
  const asked = useRef<number | null>(null);
  // The button that loads earlier ones is disabled meanwhile, or gone: the focus goes on with the first of them.
  useEffect(() => {
    if (asked.current === null || earlier?.isLoading) return;
    list.current?.querySelectorAll<HTMLElement>('li button')[asked.current]?.focus();
    asked.current = null;
  }, [items.length, earlier?.isLoading]);
  // A cached empty list could be stale.
  if (isFetching && items.length === 0) {
    return (
      <Stack gap="sm" p="md" aria-busy>
        <PersonSkeleton />
        <PersonSkeleton />
        <PersonSkeleton />
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
  if (items.length === 0 && !earlier) return <EmptyState isSmall title={emptyText} />;
  const handleMore = () => {
    asked.current = items.length;
    earlier?.onLoad();
  };
  const days = byAge(items, new Date(now));
  const section = { headingOrder, now, onOpen };
  return (
    <div ref={list} className={scrollerClass} aria-busy={isFetching} data-scroller>
      {items.length === 0 && <EmptyState isSmall title={emptyText} />}
      <Section title={t('Today')} items={days.today} {...section} />
      <Section title={t('Earlier')} items={days.earlier} {...section} />
      {earlier?.error && (
        <Box p="md">
          <ErrorState title={t('Failed to load notifications')} message={earlier.error.message} />
        </Box>
      )}
      {earlier && (
        <Button variant="subtle" fullWidth className={classes.earlier} loading={earlier.isLoading} onClick={handleMore}>
          {t('Show more')}
        </Button>
      )}
    </div>
  );
}

type SectionProps = Pick<NotificationListProps, 'items' | 'headingOrder' | 'onOpen'> & { title: string; now: number };

function Section({ title, items, headingOrder, now, onOpen }: SectionProps) {
  const titleId = useId();
  const Heading = `h${headingOrder}` as const;
  if (items.length === 0) return null;
  return (
    <>
      <Heading className={classes.section} id={titleId}>
        {title}
      </Heading>
      <ul className={classes.list} aria-labelledby={titleId}>
        {items.map((item) => (
          <PartItem key={item.id}>{() => <Item item={item} now={now} onOpen={onOpen} />}</PartItem>
        ))}
      </ul>
    </>
  );
}

/** So many before a title leave room for its beginning in their line. */
const FEW_LETTERS = 20;
/** So many behind a title leave it most of a line of a phone: " from bob". */
const SHORT_END = 12;

type MessageProps = { text: string; username: string | null; nameAt: number; endAt: number };

/**
 * The text with the name of the user who acted in bold. Where words follow a title, each has a part of its own, so that
 * a title that is too long is cut off, and neither lost nor the end of what is said.
 */
function Message({ text, username, nameAt, endAt }: MessageProps) {
  const part = (from: number, to: number) => {
    if (username === null || nameAt < from || nameAt >= to) return text.slice(from, to);
    return (
      <>
        {text.slice(from, nameAt)}
        <b className={classes.user}>{username}</b>
        {text.slice(nameAt + username.length, to)}
      </>
    );
  };
  if (endAt === 0) return part(0, text.length);
  const titleAt = text.search(/["“]/);
  return (
    <>
      {titleAt > 0 && <span className={classes.words}>{part(0, titleAt)}</span>}
      <span
        className={titleAt > FEW_LETTERS ? classes.rest : classes.parts}
        data-short={text.length - endAt <= SHORT_END || undefined}
      >
        <span className={classes.named}>{part(titleAt, endAt)}</span>
        <span className={classes.words}>{part(endAt, text.length)}</span>
      </span>
    </>
  );
}

type ItemProps = { item: NotificationItem; now: number; onOpen: (item: NotificationItem) => void };

function Item({ item, now, onOpen }: ItemProps) {
  const language = useLanguage();
  const { t, dayAndTime } = language;
  const { icon: Icon, color, username } = notificationLook(item);
  const text = notificationText(item, language);
  const nameAt = username === null ? -1 : placeOfName(text, username);
  const moment = dayAndTime(item.createdAt);
  // Without a target that says the rest, the whole text must be here.
  const isWhole = routeNotification(item).path === '/';
  // A text in quotation marks by an admin is not a title.
  const isBroadcast = parseNotificationData(item.data)?.type === 'broadcast';
  const endAt = isWhole || isBroadcast ? 0 : placeAfterTitle(text, nameAt);
  return (
    <UnstyledButton className={classes.item} data-unread={item.isRead ? undefined : true} onClick={() => onOpen(item)}>
      <ThemeIcon variant="light" color={color} size={32} radius="xl" className={classes.icon} aria-hidden>
        <Icon size={18} stroke={1.6} />
      </ThemeIcon>
      <span className={classes.text}>
        {!item.isRead && <VisuallyHidden>{t('Unread:')} </VisuallyHidden>}
        <span
          className={classes.message}
          dir="auto"
          title={isWhole ? undefined : text}
          data-line={isWhole ? undefined : true}
          data-parts={endAt > 0 || undefined}
        >
          <Message text={text} username={username} nameAt={nameAt} endAt={endAt} />
        </span>
      </span>
      <time className={classes.time} dateTime={item.createdAt} title={moment}>
        <span aria-hidden>{shortAge(item.createdAt, now, language)}</span>
        <VisuallyHidden> {moment}</VisuallyHidden>
      </time>
      {!item.isRead && <span className={classes.dot} data-dot />}
    </UnstyledButton>
  );
}
