import { useState, type FormEvent } from 'react';
import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { EMAIL_MAX } from '@domain/limits.ts';
import { EMAIL_REQUIRED_TEXT, EMAIL_REQUIRED_TITLE, forgotPasswordSchema } from '@domain/forgot-password.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { dismissToast, toast } from '@/shared/ui/toast/toast.ts';
import { useRequestPasswordReset } from './request-password-reset.ts';

type ForgotPasswordDialogProps = { opened: boolean; onClose: () => void };

function SentView({ email, onBack, onClose }: { email: string; onBack: () => void; onClose: () => void }) {
  const { t, rich } = useLanguage();
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t('If an account exists with this email, a reset link was sent.')}
      </Text>
      <Text size="sm">
        {rich('You asked for {email}.', {
          email: (
            <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }} dir="auto">
              {email}
            </Text>
          ),
        })}
      </Text>
      <Text size="sm" fw={600}>
        {t('No mail yet?')}
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('Check your Spam/Junk folder')}</List.Item>
        <List.Item>{t('Wait 2-3 more minutes')}</List.Item>
        <List.Item>{t('Check that the address is spelled correctly')}</List.Item>
      </List>
      <DialogFoot>
        <Button variant="default" onClick={onBack}>
          {t('Use another address')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

type RequestFormProps = { firstEmail: string; onSent: (email: string) => void; onClose: () => void };

function RequestForm({ firstEmail, onSent, onClose }: RequestFormProps) {
  const { t } = useLanguage();
  const [email, setEmail] = useState(firstEmail);
  const request = useRequestPasswordReset();
  useHoldDialog(request.isPending);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles events along the component tree, so the form around the dialog would submit too.
    event.stopPropagation();
    const parsed = forgotPasswordSchema.safeParse({ email });
    if (!parsed.success) {
      toast({ title: EMAIL_REQUIRED_TITLE, message: EMAIL_REQUIRED_TEXT, kind: 'destructive' });
      return;
    }
    void request.mutateAsync(parsed.data.email).then(
      () => {
        // A toast about an earlier failure would be out of date.
        dismissToast();
        onSent(parsed.data.email);
      },
      (error) => tellFailure(t('Error'), error),
    );
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('Enter the email address of your account and we send you a link to set a new password.')}
        </Text>
        <TextInput
          label={t('Email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          size="md"
          maxLength={EMAIL_MAX}
          value={email}
          readOnly={request.isPending}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={request.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={request.isPending}>
            {t('Send reset link')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Asks for an email address, then explains what to do if no mail arrives. */
export function ForgotPasswordDialog({ opened, onClose }: ForgotPasswordDialogProps) {
  const { t } = useLanguage();
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
      title={isSent ? t('Check your email') : t('Forgot Password')}
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
