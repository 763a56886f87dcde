import { useState } from 'react';
import { Button, Group, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import type { Role } from '@domain/roles.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useChangeUserRole } from './change-user-role.ts';
import { roleLabel } from '../labels.ts';
import type { User } from '../shown-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

const ROLES = [
  { role: 'user', description: msg('Posts and quotes') },
  { role: 'admin', description: msg('Moderates posts and users') },
  { role: 'main_admin', description: msg('Gives roles and deletes users; cannot be taken back here') },
] as const satisfies { role: Role; description: string }[];

type RoleDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Changes a user's role. Main admins only. */
export function RoleDialog({ user, opened, onClose }: RoleDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const change = useChangeUserRole();
  const handleSave = async (role: User['role']) => {
    const isDone = await tellOutcome(change.mutateAsync({ id: user.id, role, expected: user.role }), {
      done: { title: t('Role changed'), message: `${user.username}: ${roleLabel(role, language)}` },
    });
    if (isDone) onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Role of {username}', { username: user.username })}
      isPending={change.isPending}
    >
      <RoleForm user={user} onClose={onClose} onSave={(role) => void handleSave(role)} isPending={change.isPending} />
    </FormDialog>
  );
}

type RoleFormProps = { user: User; onClose: () => void; onSave: (role: User['role']) => void; isPending: boolean };

function RoleForm({ user, onClose, onSave, isPending }: RoleFormProps) {
  const language = useLanguage();
  const { t } = language;
  const [role, setRole] = useState(user.role);
  return (
    <Stack gap="md">
      <Radio.Group label={t('Role')} value={role} onChange={setRole}>
        <Stack gap="sm" mt={4}>
          {ROLES.map((each) => (
            <Radio
              key={each.role}
              value={each.role}
              label={roleLabel(each.role, language)}
              description={t(each.description)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button onClick={() => onSave(role)} loading={isPending} disabled={role === user.role}>
          {t('Save')}
        </Button>
      </Group>
    </Stack>
  );
}
