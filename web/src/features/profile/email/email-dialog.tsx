import { useState } from 'react';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useIsChangingEmail } from './change-email.ts';
import { EmailChangeForm } from './email-change-form.tsx';
import { EmailCode } from './email-code.tsx';

type EmailDialogProps = {
  /** Address of the account, read together with the one that awaits confirmation. */
  email: string;
  /** Address awaiting confirmation, or null. */
  newEmail: string | null;
  hasPassword: boolean;
  opened: boolean;
  onClose: () => void;
};

/** Changes the email address in two steps: address and password, then the code from the mail. */
export function EmailDialog({ email, newEmail, hasPassword, opened, onClose }: EmailDialogProps) {
  const { t } = useLanguage();
  const [wantsAnother, setWantsAnother] = useState(false);
  /** Last pending address since the dialog was mounted. */
  const [awaited, setAwaited] = useState(newEmail);
  if (newEmail && newEmail !== awaited) setAwaited(newEmail);
  const isOver = !newEmail && awaited !== null;
  // By the link in the mail, or by a code whose answer was lost.
  const isChanged = isOver && awaited === email;
  const isPending = useIsChangingEmail();
  const handleClose = () => {
    setWantsAnother(false);
    setAwaited(null);
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={handleClose} isPending={isPending} title={t('Change email')}>
      {!hasPassword && (
        <Stack gap="md">
          <Text size="sm">{t('Changing the address asks for your password. Set one first.')}</Text>
          <Button component={Link} to={paths.profileSecurity} onClick={handleClose} w="fit-content">
            {t('Set a password')}
          </Button>
        </Stack>
      )}
      {hasPassword && newEmail && !wantsAnother && (
        <EmailCode
          currentEmail={email}
          newEmail={newEmail}
          onDone={handleClose}
          onOther={() => setWantsAnother(true)}
        />
      )}
      {isChanged && (
        <Alert color="teal" role="status">
          {t('Your email address has been changed')}
        </Alert>
      )}
      {hasPassword && isOver && !isChanged && (
        <Alert color="yellow" role="alert" mb="md">
          {t(
            'The change to {awaited} was ended, for example by a new password. {email} stays your address. Ask for the change again if you still want it.',
            { awaited, email },
          )}
        </Alert>
      )}
      {hasPassword && !isChanged && (!newEmail || wantsAnother) && (
        <EmailChangeForm onPending={() => setWantsAnother(false)} onCancel={handleClose} />
      )}
    </FormDialog>
  );
}
