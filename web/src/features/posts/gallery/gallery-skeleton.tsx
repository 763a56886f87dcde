import { PostImage } from './post-image.tsx';
import classes from './gallery-skeleton.module.css';
import gridClasses from './image-grid.module.css';

/** The images of a loading post card; for unknown images one placeholder, which index.html fills and repeats. */
export function GallerySkeleton({ images }: { images: readonly string[] }) {
  return (
    <div className={`${gridClasses.grid} ${classes.gallery}`} data-count="all">
      {(images.length > 0 ? images : [undefined]).map((path, index) => (
        <span key={`${index} ${path}`} className={gridClasses.tile}>
          <PostImage path={path} isAboveFold />
        </span>
      ))}
    </div>
  );
}
