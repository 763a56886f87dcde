import { useState } from 'react';
import { Menu } from '@mantine/core';
import { IconEye, IconEyeOff, IconLock, IconShieldX, IconTrash } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { MoreMenu, useMenuButton } from '@/shared/ui/more-menu.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useDeletePost } from './delete-post.ts';
import { useHidePost } from './hide-post.ts';
import { useUnhidePost } from './unhide-post.ts';
import { isOwner, menuActions, type MenuAction, type Viewer } from './menu-actions.ts';
import type { Post } from '../shown-post.ts';
import { HideReasonDialog } from './hide-reason-dialog.tsx';
import { QuotedWarning } from '../form/quoted-warning.tsx';

type PostMenuProps = {
  post: Post;
  viewer: Viewer;
  /** Asks for a reason before hiding, as on the page of a post. A card is for a quick decision and hides at once. */
  asksReason?: boolean;
  onDeleted?: () => void;
};

type MenuItemsProps = { actions: MenuAction[]; onHide: () => void; onUnhide: () => void; onDelete: () => void };

function MenuItems({ actions, onHide, onUnhide, onDelete }: MenuItemsProps) {
  const { t } = useLanguage();
  return actions.map((action) => {
    switch (action) {
      case 'hide':
        return (
          <Menu.Item key={action} leftSection={<IconEyeOff size={18} aria-hidden />} onClick={onHide}>
            {t('Hide')}
          </Menu.Item>
        );
      case 'hide-violation':
        return (
          <Menu.Item key={action} leftSection={<IconShieldX size={18} aria-hidden />} onClick={onHide}>
            {t('Hide Post (Violation)')}
          </Menu.Item>
        );
      case 'unhide':
        return (
          <Menu.Item key={action} leftSection={<IconEye size={18} aria-hidden />} onClick={onUnhide}>
            {t('Unhide')}
          </Menu.Item>
        );
      case 'hidden-by-admin':
        return (
          <Menu.Item key={action} leftSection={<IconLock size={18} aria-hidden />} disabled>
            {t('Hidden by Admin')}
          </Menu.Item>
        );
      case 'delete':
        return (
          <Menu.Item
            key={action}
            leftSection={<IconTrash size={18} aria-hidden />}
            c="var(--mantine-color-error)"
            onClick={onDelete}
          >
            {t('Delete')}
          </Menu.Item>
        );
    }
  });
}

function useMenuWork(post: Post, onDeleted: (() => void) | undefined) {
  const { t } = useLanguage();
  const hide = useHidePost();
  const unhide = useUnhidePost();
  const remove = useDeletePost();
  // The mutation can outlive the card: a deleted post leaves the list before its toast appears.
  return {
    isBusy: hide.isPending || unhide.isPending,
    hide: (reason?: string) =>
      tellOutcome(hide.mutateAsync({ id: post.id, reason }), {
        done: { title: t('Post hidden'), message: t('Your post has been hidden successfully') },
        failed: t('Error hiding post'),
      }),
    unhide: () =>
      tellOutcome(unhide.mutateAsync(post), {
        done: { title: t('Post unhidden'), message: t('Your post is now visible again') },
        failed: t('Error unhiding post'),
      }),
    remove: async () => {
      const isDeleted = await tellOutcome(remove.mutateAsync(post), {
        done: { title: t('Post deleted'), message: t('Your post has been deleted successfully') },
        failed: t('Error deleting post'),
      });
      if (isDeleted) onDeleted?.();
    },
  };
}

/** Menu with the viewer's actions on a post; renders nothing without any. */
export function PostMenu({ post, viewer, asksReason = false, onDeleted }: PostMenuProps) {
  const { t } = useLanguage();
  const { button, focusButton } = useMenuButton();
  const [dialog, setDialog] = useState<'none' | 'delete' | 'hide'>('none');
  const work = useMenuWork(post, onDeleted);
  const actions = menuActions(post, viewer);
  if (actions.length === 0) return null;
  const closeDialog = () => {
    setDialog('none');
    focusButton();
  };
  return (
    <>
      <MoreMenu subject={post.title} isBusy={work.isBusy} button={button}>
        <MenuItems
          actions={actions}
          onHide={() => (asksReason ? setDialog('hide') : void work.hide())}
          onUnhide={() => void work.unhide()}
          onDelete={() => setDialog('delete')}
        />
      </MoreMenu>
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={closeDialog}
        title={t('Delete post')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={work.remove}
      >
        <p style={{ margin: 0 }}>{t('Are you sure you want to delete this post? This action cannot be undone.')}</p>
        {post.quoteCount > 0 && <QuotedWarning postId={post.id} isDeleting />}
      </ConfirmDialog>
      {asksReason && (
        <HideReasonDialog
          opened={dialog === 'hide'}
          onClose={closeDialog}
          isOwn={isOwner(post, viewer)}
          onHide={work.hide}
        />
      )}
    </>
  );
}
