import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';

type ProvenForOtherProps = { email: string; username: string };

/** Tells a guest or another user whose address a link has confirmed; the link signs neither of them in. */
export function ProvenForOther({ email, username }: ProvenForOtherProps) {
  const { t } = useLanguage();
  const { status } = useCurrentUser();
  return (
    <Stack gap="md">
      <Alert color="teal" role="status">
        {t('{email} is now confirmed for the account {username}.', { email, username })}
      </Alert>
      {status === 'guest' && (
        <Anchor component={Link} to={paths.auth()}>
          {t('Go to login')}
        </Anchor>
      )}
    </Stack>
  );
}
