import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useSignOut } from './sign-out.ts';

type LogoutDialogProps = { opened: boolean; onClose: () => void };

/** Asks before logging out and reports the outcome. */
export function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const { t } = useLanguage();
  const signOut = useSignOut();
  const handleConfirm = () =>
    tellOutcome(signOut.mutateAsync(), {
      done: { title: t('Logged out'), message: t('You have been logged out successfully') },
      failed: { title: t('Logout failed'), message: t('Failed to logout') },
    });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('Confirm Logout')}
      confirmLabel={t('Logout')}
      onConfirm={handleConfirm}
    >
      {t('Are you sure you want to logout from your account?')}
    </ConfirmDialog>
  );
}
