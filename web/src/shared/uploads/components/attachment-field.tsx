import { useId, useRef } from 'react';
import { ActionIcon, Button, Group, Input, Loader, Text, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileText, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { DOCUMENT_ACCEPT, DOCUMENT_ATTACHMENTS, DOCUMENT_TYPES } from '@domain/document-files.ts';
import { ATTACHMENT_SIZE_MAX, ATTACHMENTS_MAX } from '@domain/limits.ts';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { AttachmentBucket } from '../api/get-file-url.ts';
import { useAttachments, type AttachmentFieldProps } from '../use-attachments.ts';
import classes from './upload-field.module.css';

type Props = AttachmentFieldProps & {
  bucket: Extract<AttachmentBucket, 'quote-documents' | 'post-documents'>;
  label?: string;
  description?: string;
  error?: string;
  disabled?: boolean;
};

const ACCEPT = Object.fromEntries(Object.entries(DOCUMENT_TYPES).map(([extension, type]) => [type, [`.${extension}`]]));

/** Up to five documents of a quote or request, stored in a private bucket. */
export function AttachmentField({
  bucket,
  value,
  onChange,
  label: ownLabel,
  description,
  error,
  disabled = false,
  onUploadingChange,
}: Props) {
  const { t } = useLanguage();
  const shownError = useShownError();
  const label = ownLabel ?? t('Attachments');
  const openPicker = useRef<() => void>(null);
  const labelId = useId();
  const { pending, isUploading, isReady, pick, remove } = useAttachments(
    { value, onChange, onUploadingChange },
    { bucket, kind: DOCUMENT_ATTACHMENTS },
  );
  const isDisabled = disabled || !isReady;

  return (
    <Input.Wrapper
      label={label}
      description={description}
      labelElement="div"
      labelProps={{ id: labelId }}
      error={shownError(error)}
    >
      <div role="group" aria-labelledby={labelId} className={classes.group}>
        {value.length + pending.length > 0 && (
          <ul className={classes.documents}>
            {value.map(({ path, name }) => (
              <li key={path} className={classes.document}>
                <IconFileText size={18} stroke={1.5} aria-hidden />
                <span className={classes.name} dir="auto">
                  {name}
                </span>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('Remove {name}', { name })}
                  disabled={isDisabled}
                  onClick={() => remove(path)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </li>
            ))}
            {pending.map(({ path, file }) => (
              <li key={path} className={classes.document} data-uploading>
                <Loader size={18} aria-hidden />
                <span className={classes.name} dir="auto">
                  {file.name}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Dropzone
          onDrop={() => undefined}
          onDropAny={(files, rejections) => void pick([...files, ...rejections.map(({ file }) => file)])}
          accept={ACCEPT}
          maxSize={ATTACHMENT_SIZE_MAX}
          disabled={isDisabled}
          openRef={openPicker}
          activateOnKeyboard={false}
          enablePointerEvents
          className={classes.dropzone}
          inputProps={{ 'aria-label': label, accept: DOCUMENT_ACCEPT }}
        >
          <Group gap="sm" wrap="nowrap">
            <IconPaperclip size={24} stroke={1.5} aria-hidden className={classes.icon} />
            <div className={classes.hint}>
              <Text size="sm" fw={500} className={classes.drop}>
                {t('Drop documents here or choose them')}
              </Text>
              <Text size="xs" c="dimmed">
                {t('PDF, Word, Excel, PowerPoint up to 3MB each, at most {max}', { max: ATTACHMENTS_MAX })}
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
              {isUploading ? t('Uploading...') : t('Choose files')}
            </Button>
          </Group>
        </Dropzone>
        <VisuallyHidden role="status">{isUploading ? t('Uploading documents') : ''}</VisuallyHidden>
      </div>
    </Input.Wrapper>
  );
}
