import { useState } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useDeleteMessage } from '../api/delete-message.ts';
import type { Message } from '../message.ts';
import classes from './messages.module.css';

type MessageMenuProps = { quoteId: number; message: Message; onEdit: () => void };

/** The actions of a message, which its sender has for 15 minutes. */
export function MessageMenu({ quoteId, message, onEdit }: MessageMenuProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useDeleteMessage(quoteId);
  // A toast says what went wrong.
  const handleDelete = () => mutateAsync(message).catch(() => undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.menu}
            aria-label={`Actions for the message “${message.content.slice(0, 40)}”`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            Edit
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setIsAsking(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete message"
        confirmLabel="Delete"
        isDestructive
        onConfirm={handleDelete}
      >
        Are you sure you want to delete this message? This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
