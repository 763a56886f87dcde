import { useEffect, type KeyboardEvent } from 'react';
import { Button, Group } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { fallbackText } from '@domain/input.ts';
import { MESSAGE_MAX } from '@domain/limits.ts';
import { messageEditSchema } from '@domain/message.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useEditMessage } from './edit-message.ts';
import { isSendKey } from '../send/send-key.ts';
import type { Message } from '../shown-message.ts';

type MessageEditorProps = { quoteId: number; message: Message; onDone: () => void };

/** Edits a message in place: Enter saves, Escape cancels. What was typed is kept as a draft until then. */
export function MessageEditor({ quoteId, message, onDone }: MessageEditorProps) {
  const { t } = useLanguage();
  const form = useForm({
    defaultValues: { content: message.content },
    resolver: zodResolver(messageEditSchema, fallbackText),
  });
  const { control, handleSubmit, setFocus, formState } = form;
  const { isSubmitting } = formState;
  const { clearDraft } = useDraft(`draft_edit_${message.senderId}_${message.id}`, form);
  const { mutateAsync } = useEditMessage(quoteId);
  useEffect(() => setFocus('content'), [setFocus]);
  const close = () => {
    clearDraft();
    onDone();
  };
  const handleSave = handleSubmit(({ content }) => {
    if (content === message.content) return close();
    // A toast reports the failure.
    return mutateAsync({ id: message.id, content }).then(close, () => undefined);
  });
  const handleKey = (event: KeyboardEvent) => {
    if (isSubmitting) return;
    if (event.key === 'Escape') close();
    else if (isSendKey(event)) {
      event.preventDefault();
      void handleSave();
    }
  };
  return (
    <form onSubmit={(event) => void handleSave(event)} noValidate>
      <TextareaField
        control={control}
        name="content"
        aria-label={t('Edit message')}
        autosize
        maxRows={8}
        maxLength={MESSAGE_MAX}
        // Escape closes the editor, not the drawer around it.
        data-mantine-stop-propagation="true"
        onKeyDown={handleKey}
      />
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={close} disabled={isSubmitting}>
          {t('Cancel')}
        </Button>
        <Button size="compact-sm" type="submit" loading={isSubmitting}>
          {t('Save')}
        </Button>
      </Group>
    </form>
  );
}
