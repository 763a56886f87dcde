import { UnstyledButton } from '@mantine/core';
import { imageTiles } from '../image-grid.ts';
import { PostImage } from './post-image.tsx';
import classes from './image-grid.module.css';

type ImageGridProps = {
  images: readonly string[];
  isAboveFold?: boolean;
  /** All images, the first one large. */
  isGallery?: boolean;
  onOpen: (index: number) => void;
};

function tileName(index: number, count: number, more: number): string {
  const name = `Open image ${index + 1} of ${count}`;
  return more > 0 ? `${name}, +${more} more` : name;
}

/** One to four images beside each other, the fourth with "+N" when there are more; each opens the viewer at itself. */
export function ImageGrid({ images, isAboveFold = false, isGallery = false, onOpen }: ImageGridProps) {
  const tiles = imageTiles(images, isGallery);
  if (tiles.length === 0) return null;
  return (
    <div className={classes.grid} data-count={isGallery ? 'all' : tiles.length}>
      {tiles.map(({ path, more }, index) => (
        <UnstyledButton
          key={`${index} ${path}`}
          className={classes.tile}
          aria-label={tileName(index, images.length, more)}
          onClick={() => onOpen(index)}
        >
          <PostImage path={path} isAboveFold={isAboveFold} />
          {more > 0 && <span className={classes.overlay}>+{more}</span>}
        </UnstyledButton>
      ))}
    </div>
  );
}
