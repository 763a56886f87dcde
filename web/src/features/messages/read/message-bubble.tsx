import { useState } from 'react';
import { Text, VisuallyHidden } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
import { LinkedText } from '@/shared/ui/linked-text.tsx';
import { useHighlight } from '@/shared/ui/highlight/use-highlight.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import type { Day } from '../days.ts';
import type { OtherParty } from '../shown-message.ts';
import { useChangeable } from '../edit/use-changeable.ts';
import { MessageEditor } from '../edit/message-editor.tsx';
import { MessageMenu } from '../edit/message-menu.tsx';
import classes from '../messages.module.css';

type MessageBubbleProps = {
  quoteId: number;
  message: Day['messages'][number];
  sender: 'me' | OtherParty;
  isSeen: boolean;
  /** Whether the conversation is open, so that messages can be edited. */
  isOpen: boolean;
  isHighlighted: boolean;
  onHighlightEnd: () => void;
};

/** One message. Own messages are on the right, with a menu while they can be changed. */
export function MessageBubble({
  quoteId,
  message,
  sender,
  isSeen,
  isOpen,
  isHighlighted,
  onHighlightEnd,
}: MessageBubbleProps) {
  const { t, timeOfDay } = useLanguage();
  const { ref, className } = useHighlight<HTMLLIElement>(isHighlighted, onHighlightEnd);
  const [isEditing, setIsEditing] = useState(false);
  const isChangeable = useChangeable(message.createdAt);
  const isOwn = sender === 'me';
  const mayChange = isOwn && isOpen && isChangeable && message.deletedAt === null;
  return (
    <li
      ref={ref}
      className={classes.row}
      data-message={message.id}
      data-own={isOwn || undefined}
      data-first={message.startsRun || undefined}
      data-highlighted={isHighlighted || undefined}
    >
      {sender !== 'me' && (
        <span className={classes.avatar}>
          {message.startsRun && <UserAvatar username={sender?.username} avatarPath={sender?.avatarPath} size={28} />}
        </span>
      )}
      <div className={classes.body}>
        <div className={`${classes.bubble} ${className ?? ''}`} data-deleted={message.deletedAt !== null || undefined}>
          <VisuallyHidden>{isOwn ? t('You') : (sender?.username ?? t('Deleted account'))}: </VisuallyHidden>
          {/* Stays when the time is up or the conversation closes: the text in it is nowhere else. */}
          {isEditing && isOwn ? (
            <MessageEditor quoteId={quoteId} message={message} onDone={() => setIsEditing(false)} />
          ) : (
            <span className={classes.text} dir="auto">
              {message.deletedAt === null ? <LinkedText text={message.content} /> : t('Message deleted')}
            </span>
          )}
          {message.attachments.length > 0 && (
            <div className={classes.files}>
              <AttachmentList bucket="message-files" attachments={message.attachments} />
            </div>
          )}
        </div>
        <Text component="div" size="xs" className={classes.meta}>
          <time dateTime={message.createdAt} title={message.createdAt}>
            {timeOfDay(message.createdAt)}
          </time>
          {message.editedAt && message.deletedAt === null && <span title={message.editedAt}>{t('· edited')}</span>}
          {isSeen && (
            <span title={message.readAt ?? undefined} className={classes.seen}>
              {t('· Seen')}
            </span>
          )}
        </Text>
      </div>
      {mayChange && !isEditing && <MessageMenu quoteId={quoteId} message={message} onEdit={() => setIsEditing(true)} />}
    </li>
  );
}
