import { useRef, useState } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useArchiveNews } from '../api/archive-news.ts';
import { useDeleteNews } from '../api/delete-news.ts';
import type { NewsSummary } from '../news-item.ts';

type NewsMenuProps = { item: NewsSummary; onEdit: () => void; onDeleted?: () => void };

/** The actions of admins on a news item. */
export function NewsMenu({ item, onEdit, onDeleted }: NewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const archive = useArchiveNews();
  const remove = useDeleteNews();
  const handleArchive = () =>
    tellOutcome(archive.mutateAsync(item.id), { done: 'News item archived', failed: 'Error archiving news item' });
  const handleDelete = async () => {
    const isGone = await tellOutcome(remove.mutateAsync(item), {
      done: 'News item deleted',
      failed: 'Error deleting news item',
    });
    if (isGone) onDeleted?.();
  };
  const closeDialog = () => {
    setIsDeleting(false);
    // The item that opened the dialog is gone with its menu, so the dialog cannot give the focus back to it.
    button.current?.focus();
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={`More actions for ${item.title}`}
            loading={archive.isPending}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            Edit
          </Menu.Item>
          {item.status !== 'archived' && (
            <Menu.Item leftSection={<IconArchive size={18} aria-hidden />} onClick={() => void handleArchive()}>
              Archive
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash size={18} aria-hidden />}
            c="var(--mantine-color-error)"
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isDeleting}
        onClose={closeDialog}
        title="Delete news item"
        confirmLabel="Delete"
        isDestructive
        onConfirm={handleDelete}
      >
        Are you sure you want to delete this news item? This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
