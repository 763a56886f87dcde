import { useState, type FormEvent } from 'react';
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { EMAIL_MAX } from '@domain/limits.ts';
import { EMAIL_REQUIRED_TEXT, EMAIL_REQUIRED_TITLE, forgotPasswordSchema } from '@domain/forgot-password.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { dismissToast, toast } from '@/shared/ui/toast/toast.ts';
import { useRequestPasswordReset } from '../api/request-password-reset.ts';

type ForgotPasswordDialogProps = { opened: boolean; onClose: () => void };

function SentView({ email, onBack, onClose }: { email: string; onBack: () => void; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        If an account exists with this email, a reset link was sent.
      </Text>
      <Text size="sm">
        You asked for{' '}
        <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }} dir="auto">
          {email}
        </Text>
        .
      </Text>
      <Text size="sm" fw={600}>
        No mail yet?
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>Check your Spam/Junk folder</List.Item>
        <List.Item>Wait 2-3 more minutes</List.Item>
        <List.Item>Check that the address is spelled correctly</List.Item>
      </List>
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onBack}>
          Use another address
        </Button>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

type RequestFormProps = { firstEmail: string; onSent: (email: string) => void; onClose: () => void };

function RequestForm({ firstEmail, onSent, onClose }: RequestFormProps) {
  const [email, setEmail] = useState(firstEmail);
  const request = useRequestPasswordReset();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies inside no other form, but React hands its events on to the tree it was rendered from.
    event.stopPropagation();
    const parsed = forgotPasswordSchema.safeParse({ email });
    if (!parsed.success) {
      toast({ title: EMAIL_REQUIRED_TITLE, message: EMAIL_REQUIRED_TEXT, kind: 'destructive' });
      return;
    }
    void request.mutateAsync(parsed.data.email).then(
      () => {
        // The earlier failure is over.
        dismissToast();
        onSent(parsed.data.email);
      },
      (error) => tellFailure('Error', error),
    );
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Enter the email address of your account and we send you a link to set a new password.
        </Text>
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          size="md"
          maxLength={EMAIL_MAX}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={request.isPending}>
            Send reset link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks for an email address and then says what to do when no mail comes. */
export function ForgotPasswordDialog({ opened, onClose }: ForgotPasswordDialogProps) {
  const [isSent, setIsSent] = useState(false);
  const [email, setEmail] = useState('');
  const handleSent = (sentTo: string) => {
    setEmail(sentTo);
    setIsSent(true);
  };
  const forget = () => {
    setIsSent(false);
    setEmail('');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={forget}
      title={isSent ? 'Check your email' : 'Forgot Password'}
      size="sm"
    >
      {isSent ? (
        <SentView email={email} onBack={() => setIsSent(false)} onClose={onClose} />
      ) : (
        <RequestForm firstEmail={email} onSent={handleSent} onClose={onClose} />
      )}
    </FormDialog>
  );
}
