import { Text } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import type { User } from '../shown-user.ts';
import { useResetSecondFactor } from './reset-second-factor.ts';

type SecondFactorDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Turns two-step sign-in off for a user who has lost their device. Main admins only. */
export function SecondFactorDialog({ user, opened, onClose }: SecondFactorDialogProps) {
  const { t } = useLanguage();
  const reset = useResetSecondFactor();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('Reset two-step sign-in')}
      label={t('Reason')}
      requiredText={t('Reason is required')}
      description={t('Kept in the audit log.')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Turn off')}
      onConfirm={(reason) =>
        tellOutcome(reset.mutateAsync({ id: user.id, reason }), {
          done: { title: t('Two-step sign-in is off'), message: user.username },
        })
      }
    >
      <Text size="sm">
        {t(
          'For somebody who has lost their device: be sure who asks. {username} is signed out everywhere and told the reason.',
          {
            username: user.username,
          },
        )}
      </Text>
    </ReasonDialog>
  );
}
