import { useRef, useState } from 'react';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { IMAGE_HINT, refusalOfAvatar } from '@/shared/uploads/pick-images.ts';
import { useChangeAvatar } from './change-avatar.ts';

const AvatarDialog = lazyPart(async () => (await import('./avatar-dialog.tsx')).AvatarDialog);

/** The user's avatar: pick, crop, remove. Stored at once, separately from the form. */
export function AvatarField({ user }: { user: CurrentUser }) {
  const { t } = useLanguage();
  const changeAvatar = useChangeAvatar(user);
  const [file, setFile] = useState<File | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const resetPicker = useRef<() => void>(null);
  const handlePicked = async (picked: File | null) => {
    // Lets the same file be picked again.
    resetPicker.current?.();
    if (!picked) return;
    const refusal = await refusalOfAvatar(picked);
    if (refusal) toast({ title: refusal.title, message: refusal.text, kind: 'destructive' });
    else setFile(picked);
  };
  return (
    <Group gap="md" role="group" aria-label={t('Photo')}>
      <UserAvatar
        username={user.username}
        firstName={user.firstName}
        lastName={user.lastName}
        avatarPath={user.avatarPath}
        size={64}
      />
      <Stack gap={6} flex="1 1 8rem">
        <Group gap="xs">
          <FileButton
            accept="image/*"
            resetRef={resetPicker}
            onChange={(picked) => void handlePicked(picked)}
            inputProps={{ 'aria-label': t('Photo') }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {user.avatarPath ? t('Change photo') : t('Upload photo')}
              </Button>
            )}
          </FileButton>
          {user.avatarPath && (
            <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
              {t('Remove')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('{formats} up to 5MB', { formats: IMAGE_HINT })}
        </Text>
      </Stack>
      <LazyDialog opened={file !== null}>
        {(opened) => (
          <AvatarDialog
            file={opened ? file : null}
            onClose={() => setFile(null)}
            onCropped={async (cropped) => {
              if (await changeAvatar(cropped)) setFile(null);
            }}
          />
        )}
      </LazyDialog>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Remove photo')}
        confirmLabel={t('Remove')}
        isDestructive
        onConfirm={() => changeAvatar(null)}
      >
        {t('Your initials will be shown instead.')}
      </ConfirmDialog>
    </Group>
  );
}
