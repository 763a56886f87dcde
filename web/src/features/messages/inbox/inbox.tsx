import { useState } from 'react';
import { Button, Stack, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBellOff, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { PersonSkeleton } from '@/shared/ui/state/person-skeleton.tsx';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { CONVERSATIONS_PER_PAGE, conversationsQueryOptions, type ConversationItem } from './list-conversations.ts';
import classes from './inbox.module.css';

const SEARCH_DEBOUNCE_MS = 300;
const SKELETONS = 3;

type InboxProps = {
  unreadOf: (quoteId: number) => number;
  onOpen: (quoteId: number) => void;
};

/** All conversations of the user, newest first, searched by request and other party. */
export function Inbox({ unreadOf, onOpen }: InboxProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const [page, setPage] = useState(1);
  return (
    <Stack gap="md">
      <VisuallyHidden component="h2">{t('Inbox')}</VisuallyHidden>
      <TextInput
        aria-label={t('Search conversations')}
        placeholder={t('Request or person')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      <Conversations search={search} page={page} onPage={setPage} unreadOf={unreadOf} onOpen={onOpen} />
    </Stack>
  );
}

type ConversationsProps = InboxProps & { search: string; page: number; onPage: (page: number) => void };

function Conversations({ search, page, onPage, unreadOf, onOpen }: ConversationsProps) {
  const { t } = useLanguage();
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery(conversationsQueryOptions(search, page));
  // An empty result of the previous words says nothing about the new ones.
  if (isPending || (isPlaceholderData && data?.items.length === 0)) {
    return (
      <ul className={classes.list} aria-label={t('Inbox')} aria-busy>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={index} className={classes.item} aria-hidden>
            <PersonSkeleton />
          </li>
        ))}
      </ul>
    );
  }
  if (!data || (error && data.items.length === 0))
    return <ErrorState title={t('Failed to load messages')} message={error?.message} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    // The list has become shorter since this page was offered; the pages before it have conversations.
    const isBehindEnd = data.total > 0;
    return (
      <EmptyState
        title={search || isBehindEnd ? t('No conversations match') : t('No messages yet')}
        action={isBehindEnd && <Button onClick={() => onPage(1)}>{t('First page')}</Button>}
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('Inbox')} aria-busy={isPlaceholderData}>
        {data.items.map((item) => (
          <PartItem key={item.quoteId}>
            {() => <Conversation item={item} unread={unreadOf(item.quoteId)} onOpen={onOpen} />}
          </PartItem>
        ))}
      </ul>
      <Pager page={page} pageCount={Math.ceil(data.total / CONVERSATIONS_PER_PAGE)} onChange={onPage} />
    </>
  );
}

type ConversationProps = { item: ConversationItem; unread: number; onOpen: (quoteId: number) => void };

function Conversation({ item, unread, onOpen }: ConversationProps) {
  const { t, age, dayAndTime } = useLanguage();
  const { quoteId, postTitle, other, message, isOwn, isDeleted, isMuted, sentAt } = item;
  const line = isDeleted ? t('Message deleted') : message;
  return (
    <UnstyledButton
      className={`${classes.item} ${classes.conversation}`}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(quoteId)}
    >
      <UserAvatar username={other?.username} avatarPath={other?.avatarPath} size={40} />
      <span className={classes.text}>
        <span className={classes.head}>
          <bdi className={classes.name}>{other?.username ?? t('Deleted account')}</bdi>
          <Text span size="xs" c="dimmed" className={classes.title} title={postTitle}>
            {postTitle}
          </Text>
        </span>
        <span className={classes.line} dir="auto">
          {isOwn ? t('You: {message}', { message: line }) : line}
        </span>
      </span>
      <span className={classes.end}>
        <Text span size="xs" c="dimmed">
          <time dateTime={sentAt} title={dayAndTime(sentAt)}>
            {age(sentAt)}
          </time>
        </Text>
        {isMuted ? (
          <IconBellOff size={16} role="img" aria-label={t('Muted')} color="var(--mantine-color-dimmed)" />
        ) : (
          <UnreadBadge count={unread} />
        )}
      </span>
    </UnstyledButton>
  );
}
