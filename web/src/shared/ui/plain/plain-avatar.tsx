import { useState } from 'react';
import { publicImageUrl } from '@/shared/uploads/image-url.ts';
import { initials } from '../initials.ts';
import classes from './plain-avatar.module.css';

type PlainAvatarProps = { username: string | null; avatarPath: string | null; className?: string };

/** A 40 px `UserAvatar` as a single element, for long lists. */
export function PlainAvatar({ username, avatarPath, className = '' }: PlainAvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const names = `${classes.avatar} ${className}`;
  const source = avatarPath === null ? null : publicImageUrl('avatars', avatarPath);
  if (source === null || avatarPath === failed) return <span className={names}>{initials({ username })}</span>;
  return (
    <img
      className={names}
      src={source}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      onError={() => setFailed(avatarPath)}
    />
  );
}
