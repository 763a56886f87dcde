import { useState } from 'react';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { signInQueryOptions } from '../get-sign-in.ts';

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).EmailDialog);

/** The user's email address with a button to change it; the old one stays until the new one is confirmed. */
export function EmailField({ user }: { user: CurrentUser }) {
  const { t } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  // A new password set elsewhere cancels a pending change, so the page and the dialog check on every open.
  const { data: signIn, refetch } = useQuery({ ...signInQueryOptions, refetchOnMount: 'always' });
  const handleOpen = () => {
    setIsOpen(true);
    void refetch();
  };
  const newEmail = signIn?.newEmail ?? null;
  return (
    <div>
      <Group gap="xs" align="flex-end">
        <TextInput variant="filled" label={t('Email')} value={user.email} readOnly flex="1 1 11rem" miw={0} />
        <Button variant="default" onClick={handleOpen} disabled={!signIn}>
          {newEmail ? t('Confirm') : t('Change')}
        </Button>
      </Group>
      {newEmail && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {t('{newEmail} waits for its confirmation. Until then this address stays.', { newEmail })}
        </Text>
      )}
      <LazyDialog opened={isOpen}>
        {(opened) => (
          <EmailDialog
            email={signIn?.email ?? user.email}
            newEmail={newEmail}
            hasPassword={signIn?.hasPassword ?? true}
            opened={opened}
            onClose={() => setIsOpen(false)}
          />
        )}
      </LazyDialog>
    </div>
  );
}
