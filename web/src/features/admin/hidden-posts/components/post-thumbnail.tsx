import { useState } from 'react';
import { Center } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './hidden-posts.module.css';

/** The first image of a post, small; a sign when there is none. Decorative. */
export function PostThumbnail({ path }: { path: string | null }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (!path || hasFailed) {
    return (
      <Center className={classes.thumbnail} aria-hidden>
        <IconPhoto size={20} stroke={1.5} />
      </Center>
    );
  }
  return (
    <img
      className={classes.thumbnail}
      src={thumbnailUrl('post-images', path)}
      alt=""
      width={56}
      height={42}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setHasFailed(true)}
    />
  );
}
