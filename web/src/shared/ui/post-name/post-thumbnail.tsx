import { Center } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { StoredImage } from '@/shared/uploads/components/stored-image.tsx';
import { thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './post-name.module.css';

/** Thumbnail of a post's first image; a placeholder icon without one or for an external image. Decorative. */
export function PostThumbnail({ path }: { path: string | null }) {
  return (
    <StoredImage
      sources={path ? [thumbnailUrl('post-images', path)] : []}
      fallback={
        <Center className={classes.thumbnail} aria-hidden>
          <IconPhoto size={20} stroke={1.5} />
        </Center>
      }
      className={classes.thumbnail}
      width={56}
      height={42}
      loading="lazy"
    />
  );
}
