import { useState } from 'react';
import { Group, Radio } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { SUSPENSION_DAYS } from '@domain/account-status.ts';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useSuspendUser } from './suspend-user.ts';
import { suspensionLabel } from '../labels.ts';
import type { User } from '../shown-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type SuspendDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Asks for the length of and reason for a suspension. */
export function SuspendDialog({ user, opened, onClose }: SuspendDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const [length, setLength] = useState('7');
  const suspend = useSuspendUser();
  const days = SUSPENSION_DAYS.find((each) => String(each) === length) ?? null;
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('Suspend {username}', { username: user.username })}
      label={t('Reason')}
      requiredText={t('Reason is required')}
      description={t('Mailed to the user and shown until the suspension ends.')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Suspend')}
      isDestructive
      onConfirm={(reason) =>
        tellOutcome(suspend.mutateAsync({ id: user.id, reason, days }), { done: t('User suspended') })
      }
    >
      <Radio.Group label={t('How long')} value={length} onChange={setLength}>
        <Group gap="md" mt={4}>
          {SUSPENSION_DAYS.map((each) => (
            <Radio key={String(each)} value={String(each)} label={suspensionLabel(each, language)} />
          ))}
        </Group>
      </Radio.Group>
    </ReasonDialog>
  );
}
