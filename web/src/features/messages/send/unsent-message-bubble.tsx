import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconPaperclip } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { UnsentMessage } from './unsent-messages.ts';
import classes from '../messages.module.css';

type UnsentMessageBubbleProps = {
  unsent: UnsentMessage;
  onRetry: () => void;
  /** Null if no field takes the text back. */
  onEdit: (() => void) | null;
  onDiscard: () => void;
};

/** A message that is being sent, or that failed and can be retried. */
export function UnsentMessageBubble({ unsent, onRetry, onEdit, onDiscard }: UnsentMessageBubbleProps) {
  const { t, message } = useLanguage();
  return (
    <li className={classes.row} data-own data-first data-unsent={unsent.failure === null ? 'sending' : 'failed'}>
      <div className={classes.body}>
        <div className={classes.bubble}>
          <VisuallyHidden>{t('You')}: </VisuallyHidden>
          <span className={classes.text} dir="auto">
            {unsent.content}
          </span>
          {unsent.attachments.map(({ path, name }) => (
            <Text key={path} size="xs" className={classes.unsentFile}>
              <IconPaperclip size={14} aria-hidden /> {name}
            </Text>
          ))}
        </div>
        {unsent.failure === null ? (
          <Text size="xs" className={classes.meta}>
            {t('Sending...')}
          </Text>
        ) : (
          <Group gap="xs" justify="flex-end" className={classes.failure}>
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              <IconAlertCircle size={14} aria-hidden /> {t('Not sent: {failure}', { failure: message(unsent.failure) })}
            </Text>
            <Button size="compact-xs" variant="light" onClick={onRetry}>
              {t('Retry')}
            </Button>
            {onEdit && (
              <Button size="compact-xs" variant="subtle" onClick={onEdit}>
                {t('Edit')}
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
              {t('Discard')}
            </Button>
          </Group>
        )}
      </div>
    </li>
  );
}
