import { useEffect, type KeyboardEvent } from 'react';
import { Button, Group } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { fallbackText } from '@domain/input.ts';
import { MESSAGE_MAX } from '@domain/limits.ts';
import { messageEditSchema } from '@domain/message.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useEditMessage } from './edit-message.ts';
import { isSendKey } from '../send/send-key.ts';
import type { Message } from '../shown-message.ts';

type MessageEditorProps = { quoteId: number; message: Message; onDone: () => void };

/** Edits a message in place: Enter saves, Escape cancels. */
export function MessageEditor({ quoteId, message, onDone }: MessageEditorProps) {
  const { t } = useLanguage();
  const { control, handleSubmit, setFocus } = useForm({
    defaultValues: { content: message.content },
    resolver: zodResolver(messageEditSchema, fallbackText),
  });
  const { mutate } = useEditMessage(quoteId);
  useEffect(() => setFocus('content'), [setFocus]);
  const handleSave = handleSubmit(({ content }) => {
    onDone();
    if (content !== message.content) mutate({ id: message.id, content });
  });
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
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
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('Cancel')}
        </Button>
        <Button size="compact-sm" type="submit">
          {t('Save')}
        </Button>
      </Group>
    </form>
  );
}
