import { useState } from 'react';
import { Menu } from '@mantine/core';
import { IconArchive, IconPencil, IconTrash } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useAtOpening } from '@/shared/ui/dialog/use-at-opening.ts';
import { MoreMenu, useMenuButton } from '@/shared/ui/more-menu.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useArchiveNews } from './archive-news.ts';
import { useDeleteNews } from './delete-news.ts';
import type { NewsSummary } from '../news-item.ts';

type NewsMenuProps = { item: NewsSummary; onEdit: () => void; onDeleted?: () => void };

/** Menu of admin actions for a news item. */
export function NewsMenu({ item, onEdit, onDeleted }: NewsMenuProps) {
  const { t } = useLanguage();
  const { button, focusButton } = useMenuButton();
  const [isDeleting, setIsDeleting] = useState(false);
  const archive = useArchiveNews();
  const remove = useDeleteNews();
  const doomed = useAtOpening(item, isDeleting);
  const handleArchive = () =>
    tellOutcome(archive.mutateAsync(item), {
      done: t('News item archived'),
      failed: t('Error archiving news item'),
    });
  const handleDelete = async () => {
    const isGone = await tellOutcome(remove.mutateAsync(doomed), {
      done: t('News item deleted'),
      failed: t('Error deleting news item'),
    });
    if (isGone) onDeleted?.();
  };
  const closeDialog = () => {
    setIsDeleting(false);
    focusButton();
  };
  return (
    <>
      <MoreMenu subject={item.title} isBusy={archive.isPending} button={button}>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
          {t('Edit')}
        </Menu.Item>
        {item.status !== 'archived' && (
          <Menu.Item leftSection={<IconArchive size={18} aria-hidden />} onClick={() => void handleArchive()}>
            {t('Archive')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTrash size={18} aria-hidden />}
          c="var(--mantine-color-error)"
          onClick={() => setIsDeleting(true)}
        >
          {t('Delete')}
        </Menu.Item>
      </MoreMenu>
      <ConfirmDialog
        opened={isDeleting}
        onClose={closeDialog}
        title={t('Delete news item')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={handleDelete}
      >
        {t('Are you sure you want to delete this news item? This action cannot be undone.')}
      </ConfirmDialog>
    </>
  );
}
