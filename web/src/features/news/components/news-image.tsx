import { useState } from 'react';
import { IconCalendarEvent, IconNews, IconPhotoOff } from '@tabler/icons-react';
import type { NewsType } from '@domain/news.ts';
import { publicImageUrl, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './news-image.module.css';

type NewsImageProps = {
  /** Path in the bucket. */
  path: string;
  /** Pixels that are reserved for it: 16:9. */
  width: number;
  /** Whole instead of the thumbnail of 480 px. */
  isLarge?: boolean;
  isAboveFold?: boolean;
};

/** An image of a news item; a sign where the thumbnail is missing, the thumbnail where a whole one is. Decorative: what it stands in has the name. */
export function NewsImage({ path, width, isLarge = false, isAboveFold = false }: NewsImageProps) {
  const thumbnail = thumbnailUrl('news-images', path);
  const sources = isLarge ? [publicImageUrl('news-images', path), thumbnail] : [thumbnail];
  const [failures, setFailures] = useState(0);
  const source = sources[failures];
  if (!source) {
    return (
      <span className={classes.empty}>
        <IconPhotoOff size={28} stroke={1.4} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={classes.image}
      src={source}
      alt=""
      width={width}
      height={Math.round((width * 9) / 16)}
      loading={isAboveFold ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailures(failures + 1)}
    />
  );
}

/** Stands in for a cover: the sign of the type. */
export function NewsSign({ type }: { type: NewsType }) {
  const Icon = type === 'event' ? IconCalendarEvent : IconNews;
  return (
    <span className={classes.empty} data-type={type}>
      <Icon size={44} stroke={1.2} aria-hidden />
    </span>
  );
}
