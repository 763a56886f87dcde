import { useRef } from 'react';
import { Button, Group, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useAtOpening } from '@/shared/ui/dialog/use-at-opening.ts';
import { useEditHideReason } from './edit-hide-reason.ts';
import type { HiddenPost } from './list-hidden-posts.ts';
import { DeletePostsDialog } from './delete-posts-dialog.tsx';
import { UnhidePostsDialog } from './unhide-posts-dialog.tsx';
import classes from './hidden-posts.module.css';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

/** Actions for one hidden post. */
export function HiddenPostMenu({ post }: { post: HiddenPost }) {
  const { t } = useLanguage();
  const [isUnhiding, unhiding] = useDisclosure(false);
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const edit = useEditHideReason();
  const read = useAtOpening(post.reason, isEditing);
  const button = useRef<HTMLButtonElement>(null);
  // The menu item that opened the dialog is unmounted by then, so the dialog cannot return the focus to it.
  const backToMenu = (close: () => void) => () => {
    close();
    button.current?.focus();
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end" className={classes.actions}>
      <Button
        size="xs"
        variant="default"
        onClick={unhiding.open}
        aria-label={t('Unhide {title}', { title: post.title })}
      >
        {t('Unhide')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            ref={button}
            size="xs"
            variant="default"
            px="xs"
            aria-label={t('More for {title}', { title: post.title })}
          >
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!post.isHiddenByOwner && <Menu.Item onClick={editing.open}>{t('Edit reason')}</Menu.Item>}
          <Menu.Item component={Link} to={paths.adminUser(post.ownerId)}>
            {t('Open owner')}
          </Menu.Item>
          <Menu.Item color="red" onClick={deleting.open}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <UnhidePostsDialog posts={[post]} opened={isUnhiding} onClose={unhiding.close} />
      <DeletePostsDialog posts={[post]} opened={isDeleting} onClose={backToMenu(deleting.close)} />
      <ReasonDialog
        opened={isEditing}
        onClose={backToMenu(editing.close)}
        title={t('Edit reason')}
        label={t('Reason')}
        requiredText={t('Reason is required')}
        description={t('Shown on the post to its owner.')}
        maxLength={HIDE_REASON_MAX}
        initial={read ?? ''}
        confirmLabel={t('Save')}
        onConfirm={(reason) =>
          tellOutcome(edit.mutateAsync({ id: post.id, reason, expected: read ?? undefined }), {
            done: t('Reason saved'),
          })
        }
      />
    </Group>
  );
}
