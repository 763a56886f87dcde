import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useSignOut } from '../api/sign-out.ts';

type LogoutDialogProps = { opened: boolean; onClose: () => void };

/** Asks before logging out, and says how it ended. */
export function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const signOut = useSignOut();
  const handleConfirm = () =>
    tellOutcome(signOut.mutateAsync(), {
      done: { title: 'Logged out', message: 'You have been logged out successfully' },
      failed: { title: 'Logout failed', message: 'Failed to logout' },
    });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Confirm Logout"
      confirmLabel="Logout"
      onConfirm={handleConfirm}
    >
      Are you sure you want to logout from your account?
    </ConfirmDialog>
  );
}
