import { ActionIcon, Image, Loader } from '@mantine/core';
import '@mantine/core/styles/Image.css';
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { isForeignImage, publicImageUrl, thumbnailUrl } from '../image-url.ts';
import { IMAGE_BUCKETS, type ImageKind } from '../api/upload-image.ts';
import { ForeignImage } from './foreign-image.tsx';
import classes from './upload-field.module.css';

const TILE_WIDTH = 240;
const TILE_HEIGHT = 180;

type ImageTileProps = {
  kind: ImageKind;
  path: string;
  /** Starts at 1. */
  position: number;
  count: number;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** An uploaded image with its actions. */
export function ImageTile({ kind, path, position, count, disabled, onMove, onRemove }: ImageTileProps) {
  const { t } = useLanguage();
  const bucket = IMAGE_BUCKETS[kind];
  const name = t('image {position} of {count}', { position, count });
  return (
    <li className={classes.tile} data-path={path}>
      {isForeignImage(path) ? (
        <div className={classes.image}>
          <ForeignImage url={path} />
        </div>
      ) : (
        <Image
          src={thumbnailUrl(bucket, path)}
          fallbackSrc={publicImageUrl(bucket, path) ?? undefined}
          alt={t('Uploaded {name}', { name })}
          width={TILE_WIDTH}
          height={TILE_HEIGHT}
          className={classes.image}
        />
      )}
      <div className={classes.actions}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Move {name} forward', { name })}
          disabled={disabled || position === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Move {name} back', { name })}
          disabled={disabled || position === count}
          onClick={() => onMove(1)}
        >
          <IconArrowRight size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('Remove {name}', { name })}
          disabled={disabled}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

/** An image that is being uploaded. */
export function PendingImageTile({ name, src }: { name: string; src: string }) {
  const { t } = useLanguage();
  return (
    <li className={classes.tile} data-uploading>
      <Image
        src={src}
        alt={t('{name}, uploading', { name })}
        width={TILE_WIDTH}
        height={TILE_HEIGHT}
        className={classes.image}
      />
      <div className={classes.actions}>
        <Loader size={18} aria-hidden />
      </div>
    </li>
  );
}
