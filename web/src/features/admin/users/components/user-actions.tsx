import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useLiftSuspension } from '../api/lift-suspension.ts';
import { useSendResetLink } from '../api/send-reset-link.ts';
import { useVerifyUserEmail } from '../api/verify-user-email.ts';
import type { User } from '../user.ts';
import classes from './admin-users.module.css';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { HidePostsDialog } from './hide-posts-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

/** The actions that the signed-in admin may take on this account; the database decides once more. */
export function UserActions({ user }: { user: User }) {
  const me = useCurrentUser();
  if (me.status !== 'user') return null;
  if (user.status === 'deleted') return null;
  if (user.id === me.user.id || user.role === 'main_admin') {
    return (
      <Text size="sm" c="dimmed">
        You cannot change this account
      </Text>
    );
  }
  return (
    <Group gap="xs" className={classes.actions}>
      {user.status === 'suspended' ? <LiftButton user={user} /> : <SuspendButton user={user} />}
      {!user.isVerified && <VerifyButton user={user} />}
      <ResetButton user={user} />
      {user.postCount > 0 && <HidePostsButton user={user} />}
      {me.user.role === 'main_admin' && <RoleButton user={user} />}
      {me.user.role === 'main_admin' && <DeleteButton user={user} />}
    </Group>
  );
}

function SuspendButton({ user }: { user: User }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        Suspend
      </Button>
      <SuspendDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function LiftButton({ user }: { user: User }) {
  const [isOpen, dialog] = useDisclosure(false);
  const lift = useLiftSuspension();
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        Lift suspension
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Lift suspension"
        confirmLabel="Lift suspension"
        onConfirm={() => tellOutcome(lift.mutateAsync({ id: user.id }), { done: 'Suspension lifted' })}
      >
        {user.username} can write again at once.
      </ConfirmDialog>
    </>
  );
}

function VerifyButton({ user }: { user: User }) {
  const [isOpen, dialog] = useDisclosure(false);
  const verify = useVerifyUserEmail();
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        Verify email
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Verify email"
        confirmLabel="Verify email"
        onConfirm={() => tellOutcome(verify.mutateAsync({ id: user.id }), { done: 'Email verified' })}
      >
        {user.email} is taken as verified, and {user.username} can sign in.
      </ConfirmDialog>
    </>
  );
}

function ResetButton({ user }: { user: User }) {
  const send = useSendResetLink();
  return (
    <Button
      size="xs"
      variant="default"
      loading={send.isPending}
      onClick={() =>
        void tellOutcome(send.mutateAsync({ id: user.id }), { done: { title: 'Reset link sent', message: user.email } })
      }
    >
      Send reset link
    </Button>
  );
}

function HidePostsButton({ user }: { user: User }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        Hide all posts
      </Button>
      <HidePostsDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function RoleButton({ user }: { user: User }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        Change role
      </Button>
      <RoleDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function DeleteButton({ user }: { user: User }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="light" color="red" onClick={dialog.open}>
        Delete
      </Button>
      <DeleteUserDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}
