import { useState } from 'react';
import { Button, Group, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import type { Role } from '@domain/roles.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useChangeUserRole } from '../api/change-user-role.ts';
import { roleLabel } from '../labels.ts';
import type { User } from '../user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

const ROLES = [
  { role: 'user', description: 'Posts and quotes' },
  { role: 'admin', description: 'Moderates posts and users' },
  { role: 'main_admin', description: 'Gives roles and deletes users; cannot be taken back here' },
] as const satisfies { role: Role; description: string }[];

type RoleDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Gives a user another role; for main admins. */
export function RoleDialog({ user, opened, onClose }: RoleDialogProps) {
  const change = useChangeUserRole();
  const handleSave = async (role: User['role']) => {
    const isDone = await tellOutcome(change.mutateAsync({ id: user.id, role, expected: user.role }), {
      done: { title: 'Role changed', message: `${user.username}: ${roleLabel(role)}` },
    });
    if (isDone) onClose();
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Role of ${user.username}`} isPending={change.isPending}>
      <RoleForm user={user} onClose={onClose} onSave={(role) => void handleSave(role)} isPending={change.isPending} />
    </FormDialog>
  );
}

type RoleFormProps = { user: User; onClose: () => void; onSave: (role: User['role']) => void; isPending: boolean };

function RoleForm({ user, onClose, onSave, isPending }: RoleFormProps) {
  const [role, setRole] = useState(user.role);
  return (
    <Stack gap="md">
      <Radio.Group label="Role" value={role} onChange={setRole}>
        <Stack gap="sm" mt={4}>
          {ROLES.map((each) => (
            <Radio key={each.role} value={each.role} label={roleLabel(each.role)} description={each.description} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button onClick={() => onSave(role)} loading={isPending} disabled={role === user.role}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
