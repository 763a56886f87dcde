import { useEffect, useState } from 'react';
import { ActionIcon, Button, FileButton, Input } from '@mantine/core';
import { IconPhotoUp, IconX } from '@tabler/icons-react';
import { FEEDBACK_IMAGES_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FEEDBACK_IMAGES, IMAGE_HINT, pickImages } from '@/shared/uploads/pick-images.ts';
import classes from './feedback-images.module.css';

type FeedbackImagesProps = {
  value: readonly File[];
  onChange: (images: File[]) => void;
  error?: string;
  disabled: boolean;
};

/** Object URLs of the files, revoked when they are no longer shown. */
function usePreviews(files: readonly File[]): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = files.map((file) => URL.createObjectURL(file));
    setUrls(made);
    return () => made.forEach((url) => URL.revokeObjectURL(url));
  }, [files]);
  return urls;
}

/** Up to three images. They are sent with the form, because guests have no storage of their own. */
export function FeedbackImages({ value, onChange, error, disabled }: FeedbackImagesProps) {
  const { t, message } = useLanguage();
  const [refusals, setRefusals] = useState<string[]>([]);
  const previews = usePreviews(value);
  const handlePick = async (files: File[]) => {
    const picked = await pickImages(files, value.length, FEEDBACK_IMAGES);
    setRefusals(picked.refusals.map(({ text }) => text));
    onChange([...value, ...picked.images.map(({ file }) => file)]);
  };
  const handleRemove = (index: number) => {
    setRefusals([]);
    onChange(value.filter((_, position) => position !== index));
  };
  return (
    <Input.Wrapper
      label={t('Images')}
      labelElement="div"
      description={t('{formats} up to 5MB each, at most {max}', { formats: IMAGE_HINT, max: FEEDBACK_IMAGES_MAX })}
      error={refusals.length > 0 ? refusals.map((text) => message(text)).join(', ') : error}
    >
      <div className={classes.images}>
        {value.map((file, index) => (
          <div key={`${index} ${file.name}`} className={classes.tile}>
            <img src={previews[index]} alt={file.name} width={120} height={90} className={classes.image} />
            <ActionIcon
              variant="filled"
              color="dark"
              size={28}
              radius="xl"
              className={classes.remove}
              aria-label={t('Remove {name}', { name: file.name })}
              disabled={disabled}
              onClick={() => handleRemove(index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {value.length < FEEDBACK_IMAGES_MAX && (
          <FileButton
            multiple
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={(files) => void handlePick(files)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhotoUp size={18} aria-hidden />}
                disabled={disabled}
              >
                {t('Add images')}
              </Button>
            )}
          </FileButton>
        )}
      </div>
    </Input.Wrapper>
  );
}
