import { Avatar, type AvatarProps } from '@mantine/core';
import '@mantine/core/styles/Avatar.css';
import { initials } from './initials.ts';
import { publicImageUrl } from '@/shared/uploads/image-url.ts';

type UserAvatarProps = Omit<AvatarProps, 'src' | 'name' | 'children'> & {
  username?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  /** Path in the bucket `avatars`; the URL of a sign-in provider falls back to initials. */
  avatarPath?: string | null;
};

/**
 * A user's avatar, or their initials if there is none or it fails to load. Decorative: the name must be next to it or
 * on its button.
 */
export function UserAvatar({ username, firstName, lastName, avatarPath, ...props }: UserAvatarProps) {
  return (
    <Avatar
      src={avatarPath ? publicImageUrl('avatars', avatarPath) : null}
      alt=""
      radius="xl"
      color="brand"
      variant="light"
      // Same background while an avatar is loading.
      bg="var(--mantine-color-brand-light)"
      imageProps={{ loading: 'lazy', decoding: 'async' }}
      {...props}
    >
      {initials({ firstName, lastName, username })}
    </Avatar>
  );
}
