import { useState } from 'react';
import { Center } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { publicImageUrl, thumbnailUrl } from '@/shared/lib/image-url.ts';
import classes from './hidden-posts.module.css';

/** The first picture of a post, small; a sign when there is none. Decorative. */
export function PostThumbnail({ path }: { path: string | null }) {
  const [failures, setFailures] = useState(0);
  const source = path ? [thumbnailUrl('post-images', path), publicImageUrl('post-images', path)][failures] : undefined;
  if (!source) {
    return (
      <Center className={classes.thumbnail} aria-hidden>
        <IconPhoto size={20} stroke={1.5} />
      </Center>
    );
  }
  return (
    <img
      className={classes.thumbnail}
      src={source}
      alt=""
      width={56}
      height={42}
      loading="lazy"
      decoding="async"
      onError={() => setFailures(failures + 1)}
    />
  );
}
