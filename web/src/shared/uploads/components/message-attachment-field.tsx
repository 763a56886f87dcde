import { useRef } from 'react';
import { ActionIcon, Loader, VisuallyHidden } from '@mantine/core';
import { IconFileText, IconPaperclip, IconX } from '@tabler/icons-react';
import { MESSAGE_ATTACHMENTS } from '@domain/message-files.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useAttachments, type AttachmentFieldProps } from '../use-attachments.ts';
import classes from './message-attachment-field.module.css';

/** Attachments of a message: a button to pick them, and a list from which they can be removed. */
export function MessageAttachmentField(field: AttachmentFieldProps) {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const { pending, isUploading, isReady, pick, remove } = useAttachments(field, {
    bucket: 'message-files',
    kind: MESSAGE_ATTACHMENTS,
  });
  return (
    <>
      {field.value.length + pending.length > 0 && (
        <ul className={classes.files} aria-label={t('Attached files')}>
          {field.value.map(({ path, name }) => (
            <li key={path} className={classes.file}>
              <IconFileText size={16} stroke={1.5} aria-hidden />
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('Remove {name}', { name })}
                onClick={() => remove(path)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
          {pending.map(({ path, file }) => (
            <li key={path} className={classes.file} data-uploading>
              <Loader size={14} aria-hidden />
              <span className={classes.name} dir="auto">
                {file.name}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.pick}
        disabled={!isReady}
        aria-label={t('Attach files')}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={20} aria-hidden />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={MESSAGE_ATTACHMENTS.accept}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Lets a removed file be picked again.
          event.currentTarget.value = '';
          void pick(files);
        }}
      />
      <VisuallyHidden role="status">{isUploading ? t('Uploading files') : ''}</VisuallyHidden>
    </>
  );
}
