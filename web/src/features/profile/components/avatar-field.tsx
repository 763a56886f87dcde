import { useRef, useState } from 'react';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { checkPickedImages, IMAGE_HINT, NOT_AN_IMAGE_TITLE, notAnImageText } from '@domain/image-files.ts';
import { readImage } from '@domain/image-size.ts';
import { IMAGE_SIZE_MAX } from '@domain/limits.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import type { CroppedPicture } from './avatar-dialog.tsx';

const AvatarDialog = lazyPart(async () => (await import('./avatar-dialog.tsx')).AvatarDialog);

type AvatarFieldProps = {
  user: CurrentUser;
  /** Stores another picture, or none; resolves to whether it worked. */
  onChange: (picture: CroppedPicture | null) => Promise<boolean>;
};

/** Why a file cannot become the picture, or null (§5 Image upload, C25). */
async function refusalOf(file: File): Promise<{ title: string; text: string } | null> {
  const { name, size, type } = file;
  // Before the browser reads it: that is what too many pixels would harm.
  const pixels = size > IMAGE_SIZE_MAX ? undefined : readImage(new Uint8Array(await file.arrayBuffer()))?.pixels;
  const [refusal] = checkPickedImages([{ name, size, type, pixels }], 0).refusals;
  if (refusal) return refusal;
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return { title: NOT_AN_IMAGE_TITLE, text: notAnImageText(file.name) };
  }
}

/** The picture of the user (B2): chosen, cropped, removed. It is stored at once, apart from the form. */
export function AvatarField({ user, onChange }: AvatarFieldProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const resetPicker = useRef<() => void>(null);
  const handlePicked = async (picked: File | null) => {
    // The same file can be picked again.
    resetPicker.current?.();
    if (!picked) return;
    const refusal = await refusalOf(picked);
    if (refusal) toast({ title: refusal.title, message: refusal.text, kind: 'destructive' });
    else setFile(picked);
  };
  return (
    <Group gap="lg" wrap="nowrap" role="group" aria-label="Photo">
      <UserAvatar
        username={user.username}
        firstName={user.firstName}
        lastName={user.lastName}
        avatarPath={user.avatarPath}
        size={88}
      />
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton
            accept="image/*"
            resetRef={resetPicker}
            onChange={(picked) => void handlePicked(picked)}
            inputProps={{ 'aria-label': 'Photo' }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {user.avatarPath ? 'Change photo' : 'Upload photo'}
              </Button>
            )}
          </FileButton>
          {user.avatarPath && (
            <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
              Remove
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {IMAGE_HINT} up to 5MB
        </Text>
      </Stack>
      <LazyDialog opened={file !== null}>
        {(opened) => (
          <AvatarDialog
            file={opened ? file : null}
            onClose={() => setFile(null)}
            onCropped={async (cropped) => {
              if (await onChange(cropped)) setFile(null);
            }}
          />
        )}
      </LazyDialog>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove photo"
        confirmLabel="Remove"
        isDestructive
        onConfirm={() => onChange(null)}
      >
        Your initials will be shown instead.
      </ConfirmDialog>
    </Group>
  );
}
