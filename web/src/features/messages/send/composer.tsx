import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { ActionIcon, Text } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { IconSend2 } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { fallbackText } from '@domain/input.ts';
import { TOO_MANY_ATTACHMENTS } from '@domain/document-files.ts';
import { ATTACHMENTS_MAX, MESSAGE_MAX } from '@domain/limits.ts';
import { messageFormSchema, type MessageValues } from '@domain/message.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useField } from '@/shared/form/use-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { MessageAttachmentField } from '@/shared/uploads/components/message-attachment-field.tsx';
import { refusalToast } from '@/shared/uploads/refusal-toast.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { isSendKey } from './send-key.ts';
import classes from '../messages.module.css';

type ComposerProps = {
  userId: number;
  quoteId: number;
  /** Unsent message to edit, inserted before the present text. */
  returned: MessageValues | null;
  /** Called once for `returned`: whether the text and all of its attachments are in the field now. */
  onReturned: (isTaken: boolean) => void;
  startsFocused: boolean;
  onSend: (message: MessageValues) => void;
};

const EMPTY: MessageValues = { content: '', attachments: [] };
/** The character count shows from here on. */
const COUNT_FROM = MESSAGE_MAX - 200;

/** Message input: Enter sends, Shift+Enter adds a line. The text is kept as a draft. */
export function Composer({ userId, quoteId, returned, onReturned, startsFocused, onSend }: ComposerProps) {
  const language = useLanguage();
  const { t } = language;
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm<MessageValues>({ defaultValues: EMPTY, resolver: zodResolver(messageFormSchema, fallbackText) });
  const { control, handleSubmit, reset, setFocus, setValue, getValues } = form;
  const { clearDraft } = useDraft(`draft_message_${userId}_${quoteId}`, form);
  const take = useEffectEvent(({ content: text, attachments: files }: MessageValues) => {
    const typed = getValues();
    const together = [...files, ...typed.attachments];
    const refused = together.length > ATTACHMENTS_MAX ? refusalToast([TOO_MANY_ATTACHMENTS], language) : null;
    if (refused) toast(refused);
    else {
      setValue('content', [text, typed.content].filter(Boolean).join('\n'), { shouldDirty: true });
      setValue('attachments', together, { shouldDirty: true });
    }
    setFocus('content');
    onReturned(!refused);
  });
  useEffect(() => {
    if (returned) take(returned);
  }, [returned]);
  useEffect(() => {
    if (startsFocused) setFocus('content');
  }, [startsFocused, setFocus]);
  const composer = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The file list makes the composer taller, which can push it out of view.
    if (isUploading) composer.current?.scrollIntoView({ block: 'nearest' });
  }, [isUploading]);
  const content = useField({ control, name: 'content' }).field.value;
  const attachments = useField({ control, name: 'attachments' }).field;
  const handleSend = handleSubmit((message) => {
    onSend(message);
    clearDraft();
    reset(EMPTY, { keepFieldsRef: true });
    setFocus('content');
  });
  const handleKey = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (!isUploading && content.trim() !== '') void handleSend();
  };
  return (
    <form ref={composer} className={classes.composer} onSubmit={(event) => void handleSend(event)} noValidate>
      <div className={classes.write}>
        <MessageAttachmentField
          value={attachments.value}
          onChange={attachments.onChange}
          onUploadingChange={setIsUploading}
        />
        <TextareaField
          control={control}
          name="content"
          aria-label={t('Message')}
          placeholder={t('Write a message')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MESSAGE_MAX}
          isCounted
          data-autofocus={startsFocused || undefined}
          className={classes.input}
          onKeyDown={handleKey}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          className={classes.send}
          disabled={isUploading || content.trim() === ''}
          aria-label={t('Send message')}
        >
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </div>
      {content.length >= COUNT_FROM && (
        <Text
          size="xs"
          c={content.trim().length > MESSAGE_MAX ? 'var(--mantine-color-error)' : 'dimmed'}
          ta="right"
          aria-live="polite"
        >
          {content.length}/{MESSAGE_MAX}
        </Text>
      )}
    </form>
  );
}
