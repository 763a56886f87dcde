import { useEffect, useId, useRef, useState } from 'react';
import { Button, Group, Input, Loader, Text, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPhotoUp } from '@tabler/icons-react';
import { IMAGES_MAX, IMAGE_SIZE_MAX } from '@domain/limits.ts';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { removeImages } from '../api/remove-files.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { IMAGE_BUCKETS, uploadImage, type ImageKind } from '../api/upload-image.ts';
import { IMAGE_HINT, pickGalleryImages, type PickedImage } from '../pick-images.ts';
import { refusalToast } from '../refusal-toast.ts';
import { useUploads } from '../use-uploads.ts';
import { ImageTile, PendingImageTile } from './image-tile.tsx';
import classes from './upload-field.module.css';

type ImageFieldProps = {
  /** Paths in the bucket, or absolute URLs, in display order. */
  value: readonly string[];
  onChange: (paths: string[]) => void;
  kind: ImageKind;
  label?: string;
  error?: string;
  disabled?: boolean;
  /** Lets the form delay its submission. */
  onUploadingChange?: (isUploading: boolean) => void;
};

/** Up to five images of a post or news item: pick or drop, preview, upload, reorder, remove. */
export function ImageField({
  value,
  onChange,
  kind,
  label: ownLabel,
  error,
  disabled = false,
  onUploadingChange,
}: ImageFieldProps) {
  const language = useLanguage();
  const shownError = useShownError();
  const { t } = language;
  const label = ownLabel ?? t('Images');
  const me = useCurrentUser();
  const openPicker = useRef<() => void>(null);
  const labelId = useId();
  const { pending, isUploading, start } = useUploads<PickedImage, string>({
    value,
    onChange,
    onUploadingChange,
    upload: (image) => uploadImage({ kind, image }),
    discard: (path) => removeImages(IMAGE_BUCKETS[kind], [path]),
  });
  const previews = usePreviews(pending);
  const taken = value.length + pending.length;
  const isDisabled = disabled || me.status !== 'user';

  const handlePicked = async (files: File[]) => {
    if (me.status !== 'user' || files.length === 0) return;
    const { images, refusals } = await pickGalleryImages(files, taken, me.user.authId);
    const refused = refusalToast(refusals, language);
    if (refused) toast(refused);
    if (images.length === 0) return;
    const { stored, failures } = await start(images);
    if (failures.length > 0) {
      toast({
        title: t('Upload failed'),
        message: t('There was a problem uploading your images'),
        kind: 'destructive',
      });
    } else if (stored.length > 0 && kind === 'post' && !refused) {
      toast({
        title: t('Images uploaded'),
        message: t('{n} image(s) uploaded successfully', { n: stored.length }),
      });
    }
  };

  const handleMove = (index: number, by: -1 | 1) => {
    const moved = [...value];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    onChange(moved);
  };

  const handleRemove = (path: string) => {
    onChange(value.filter((other) => other !== path));
    void removeImages(IMAGE_BUCKETS[kind], [path]);
  };

  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }} error={shownError(error)}>
      <div role="group" aria-labelledby={labelId} className={classes.group}>
        {taken > 0 && (
          <ul className={classes.tiles}>
            {value.map((path, index) => (
              <ImageTile
                key={path}
                kind={kind}
                path={path}
                position={index + 1}
                count={value.length}
                disabled={isDisabled}
                onMove={(by) => handleMove(index, by)}
                onRemove={() => handleRemove(path)}
              />
            ))}
            {previews.map((preview) => (
              <PendingImageTile key={preview.path} name={preview.name} src={preview.src} />
            ))}
          </ul>
        )}
        <Dropzone
          onDrop={() => undefined}
          onDropAny={(files, rejections) => void handlePicked([...files, ...rejections.map(({ file }) => file)])}
          accept={['image/*']}
          maxSize={IMAGE_SIZE_MAX}
          disabled={isDisabled}
          openRef={openPicker}
          activateOnKeyboard={false}
          enablePointerEvents
          className={classes.dropzone}
          inputProps={{ 'aria-label': label }}
        >
          <Group gap="sm" wrap="nowrap">
            <IconPhotoUp size={24} stroke={1.5} aria-hidden className={classes.icon} />
            <div className={classes.hint}>
              <Text size="sm" fw={500} className={classes.drop}>
                {t('Drop images here or choose them')}
              </Text>
              <Text size="xs" c="dimmed">
                {t('{formats} up to 5MB each, at most {max}', { formats: IMAGE_HINT, max: IMAGES_MAX })}
              </Text>
            </div>
            <Button
              variant="default"
              size="sm"
              disabled={isDisabled}
              leftSection={isUploading ? <Loader size={14} /> : undefined}
              onClick={(event) => {
                event.stopPropagation();
                openPicker.current?.();
              }}
            >
              {isUploading ? t('Uploading...') : t('Choose images')}
            </Button>
          </Group>
        </Dropzone>
        <VisuallyHidden role="status">{isUploading ? t('Uploading images') : ''}</VisuallyHidden>
      </div>
    </Input.Wrapper>
  );
}

/** Pending files with object URLs, so that they show before they are uploaded. */
function usePreviews(pending: readonly PickedImage[]) {
  const [previews, setPreviews] = useState<readonly { path: string; name: string; src: string }[]>([]);
  useEffect(() => {
    const made = pending.map(({ file, path }) => ({ path, name: file.name, src: URL.createObjectURL(file) }));
    setPreviews(made);
    return () => made.forEach(({ src }) => URL.revokeObjectURL(src));
  }, [pending]);
  return previews;
}
