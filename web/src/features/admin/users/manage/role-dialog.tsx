import { useState } from 'react';
import { Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import type { Role } from '@domain/roles.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useChangeUserRole } from './change-user-role.ts';
import { roleLabel } from '../labels.ts';
import type { User } from '../shown-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

const ROLES = [
  { role: 'user', description: msg('Posts and quotes') },
  { role: 'admin', description: msg('Moderates posts and users') },
  { role: 'main_admin', description: msg('Gives roles and deletes users; only another main admin takes it back') },
] as const satisfies { role: Role; description: string }[];

type RoleDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Changes a user's role; for a main admin's, the reason is required. Main admins only. */
export function RoleDialog({ user, opened, onClose }: RoleDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const change = useChangeUserRole();
  const [chosen, setChosen] = useState<User['role']>();
  const role = chosen ?? user.role;
  const handleConfirm = async (reason: string) => {
    if (role === user.role) return true;
    return tellOutcome(
      change.mutateAsync({ id: user.id, role, expected: user.role, reason: reason === '' ? undefined : reason }),
      { done: { title: t('Role changed'), message: `${user.username}: ${roleLabel(role, language)}` } },
    );
  };
  return (
    <ReasonDialog
      opened={opened}
      onClose={() => {
        setChosen(undefined);
        onClose();
      }}
      title={t('Role of {username}', { username: user.username })}
      label={t('Reason')}
      requiredText={user.role === 'main_admin' && role !== user.role ? t('Reason is required') : undefined}
      description={t('Kept in the audit log.')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Save')}
      onConfirm={handleConfirm}
    >
      <Radio.Group label={t('Role')} value={role} onChange={setChosen}>
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
    </ReasonDialog>
  );
}
