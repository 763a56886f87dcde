import { useSetAvatar } from '@/features/profile/api/set-avatar.ts';
import type { CroppedPicture } from '@/features/profile/components/avatar-dialog.tsx';
import { removeAvatar, uploadAvatar } from '@/shared/uploads/api/upload-avatar.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Stores a picture of the user, shows it and removes the former one (B2). Resolves to whether it worked; failures are told. */
export function useChangeAvatar(user: CurrentUser): (cropped: CroppedPicture | null) => Promise<boolean> {
  const { mutateAsync: setAvatar } = useSetAvatar();
  return async (cropped) => {
    const path = cropped && `${user.authId}/${crypto.randomUUID()}.${cropped.extension}`;
    try {
      if (path) await uploadAvatar({ path, picture: cropped.picture });
      await setAvatar({ userId: user.id, path });
    } catch (error) {
      // Nothing shows the picture that could not be set.
      if (path) void removeAvatar(path);
      toast({
        title: 'Error updating profile',
        message: error instanceof Error ? error.message : '',
        kind: 'destructive',
      });
      return false;
    }
    if (user.avatarPath) void removeAvatar(user.avatarPath);
    toast({ title: 'Profile updated', message: 'Your profile has been updated successfully' });
    return true;
  };
}
