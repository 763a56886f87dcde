import { useState, type FormEvent } from 'react';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useDeleteUser } from './delete-user.ts';
import type { User } from '../shown-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type DeleteUserDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Deletes a user once their username is typed. Main admins only. */
export function DeleteUserDialog({ user, opened, onClose }: DeleteUserDialogProps) {
  const { t } = useLanguage();
  const remove = useDeleteUser();
  const handleDelete = async (username: string) => {
    const isDone = await tellOutcome(remove.mutateAsync({ id: user.id, username }), { done: t('User deleted') });
    if (isDone) onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Delete {username}', { username: user.username })}
      isPending={remove.isPending}
    >
      <DeleteUserForm
        user={user}
        onClose={onClose}
        onDelete={(username) => void handleDelete(username)}
        isPending={remove.isPending}
      />
    </FormDialog>
  );
}

type DeleteUserFormProps = { user: User; onClose: () => void; onDelete: (typed: string) => void; isPending: boolean };

function DeleteUserForm({ user, onClose, onDelete, isPending }: DeleteUserFormProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onDelete(typed);
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md">
        <Text size="sm">
          {t(
            'The account, its posts and everything that names the person are deleted for good. Quotes and reviews stay with those who received them, without the name.',
          )}
        </Text>
        <TextInput
          label={t('Type {username} to confirm', { username: user.username })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          readOnly={isPending}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" loading={isPending} disabled={typed !== user.username}>
            {t('Delete')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
