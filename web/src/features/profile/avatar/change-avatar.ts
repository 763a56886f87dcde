import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { removeAvatar, uploadAvatar } from '@/shared/uploads/api/upload-avatar.ts';
import type { CroppedAvatar } from './crop-avatar.ts';
import { refreshPerson } from '../refresh-person.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

type NewAvatar = { userId: number; /** Path in the bucket `avatars`; null shows the initials. */ path: string | null };

async function setAvatar({ userId, path }: NewAvatar) {
  dataOf(await supabase.from('profiles').update({ avatar_path: path }).eq('id', userId));
}

/**
 * Sets or removes the user's avatar, shows it and deletes the old file. Resolves to whether it worked; a toast reports
 * a failure.
 */
export function useChangeAvatar(user: CurrentUser): (cropped: CroppedAvatar | null) => Promise<boolean> {
  const { t } = useLanguage();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: setAvatar, onSuccess: () => refreshPerson(queryClient) });
  return async (cropped) => {
    const path = cropped && `${user.authId}/${newUuid()}.${cropped.extension}`;
    try {
      if (path) await uploadAvatar({ path, avatar: cropped.avatar });
      await mutateAsync({ userId: user.id, path });
    } catch (error) {
      // The uploaded file is unused, because setting it failed.
      if (path) void removeAvatar(path);
      tellFailure(t('Error updating profile'), error);
      return false;
    }
    if (user.avatarPath) void removeAvatar(user.avatarPath);
    toast({ title: t('Profile updated'), message: t('Your profile has been updated successfully') });
    return true;
  };
}
