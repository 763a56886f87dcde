import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useSendResetLink } from './send-reset-link.ts';
import { useVerifyUserEmail } from './verify-user-email.ts';
import type { User } from '../shown-user.ts';
import classes from '../admin-users.module.css';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { LiftDialog } from './lift-dialog.tsx';
import { HidePostsDialog } from './hide-posts-dialog.tsx';
import { SpamDialog } from './spam-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

/** The actions that the signed-in admin can take on this account; the database enforces them. */
export function UserActions({ user }: { user: User }) {
  const { t } = useLanguage();
  const me = useCurrentUser();
  if (me.status !== 'user') return null;
  if (user.status === 'deleted') return null;
  if (user.role === 'main_admin' && me.user.role === 'main_admin' && user.id !== me.user.id)
    return (
      <Group gap="xs" className={classes.actions}>
        <SecondFactorButton user={user} />
        <RoleButton user={user} />
      </Group>
    );
  if (user.id === me.user.id || user.role === 'main_admin') {
    return (
      <Text size="sm" c="dimmed">
        {t('You cannot change this account')}
      </Text>
    );
  }
  return (
    <Group gap="xs" className={classes.actions}>
      {user.status === 'suspended' ? <LiftButton user={user} /> : <SuspendButton user={user} />}
      {user.role === 'user' && <SpamButton user={user} />}
      {!user.isVerified && <VerifyButton user={user} />}
      <ResetButton user={user} />
      {user.postCount > 0 && <HidePostsButton user={user} />}
      {me.user.role === 'main_admin' && <SecondFactorButton user={user} />}
      {me.user.role === 'main_admin' && <RoleButton user={user} />}
      {me.user.role === 'main_admin' && <DeleteButton user={user} />}
    </Group>
  );
}

function SuspendButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Suspend')}
      </Button>
      <SuspendDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function SpamButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('This is spam')}
      </Button>
      <SpamDialog ids={[user.id]} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function LiftButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Lift suspension')}
      </Button>
      <LiftDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function VerifyButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  const verify = useVerifyUserEmail();
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Verify email')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('Verify email')}
        confirmLabel={t('Verify email')}
        onConfirm={() => tellOutcome(verify.mutateAsync({ id: user.id }), { done: t('Email verified') })}
      >
        {t('{email} is taken as verified, and {username} can sign in.', { email: user.email, username: user.username })}
      </ConfirmDialog>
    </>
  );
}

function ResetButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const send = useSendResetLink();
  return (
    <Button
      size="xs"
      variant="default"
      loading={send.isPending}
      onClick={() =>
        void tellOutcome(send.mutateAsync({ id: user.id }), {
          done: { title: t('Reset link sent'), message: user.email },
        })
      }
    >
      {t('Send reset link')}
    </Button>
  );
}

function HidePostsButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Hide all posts')}
      </Button>
      <HidePostsDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function RoleButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Change role')}
      </Button>
      <RoleDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function SecondFactorButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Reset two-step sign-in')}
      </Button>
      <SecondFactorDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}

function DeleteButton({ user }: { user: User }) {
  const { t } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="light" color="red" onClick={dialog.open}>
        {t('Delete')}
      </Button>
      <DeleteUserDialog user={user} opened={isOpen} onClose={dialog.close} />
    </>
  );
}
