import { useState } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useDeleteMessage } from './delete-message.ts';
import type { Message } from '../shown-message.ts';
import classes from '../messages.module.css';

type MessageMenuProps = { quoteId: number; message: Message; onEdit: () => void };

/** Menu of an own message, available for 15 minutes. */
export function MessageMenu({ quoteId, message, onEdit }: MessageMenuProps) {
  const { t } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useDeleteMessage(quoteId);
  // A toast reports the failure.
  const handleDelete = () => mutateAsync(message).catch(() => undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.menu}
            aria-label={t('Actions for the message “{content}”', { content: message.content.slice(0, 40) })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {t('Edit')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setIsAsking(true)}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Delete message')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={handleDelete}
      >
        {t('Are you sure you want to delete this message? This action cannot be undone.')}
      </ConfirmDialog>
    </>
  );
}
