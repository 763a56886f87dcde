import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useForm, useWatch } from 'react-hook-form';
import { FEEDBACK_MESSAGE_MAX } from '@domain/limits.ts';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useField } from '@/shared/form/use-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useAddNote } from './add-note.ts';
import { useSendReply } from './send-reply.ts';

type Kind = 'reply' | 'note';

const TEXTS = {
  reply: {
    label: msg('Reply'),
    button: msg('Send reply'),
    done: msg('Reply sent'),
    failed: msg('Error sending reply'),
  },
  note: {
    label: msg('Internal note'),
    button: msg('Add note'),
    done: msg('Note added'),
    failed: msg('Error adding note'),
  },
} as const;

const emptyEntry = (kind: Kind) => ({ kind, body: '' });

type FeedbackComposerProps = {
  feedbackId: number;
  /** Id of the last reply that is shown, 0 for none. */
  lastReply: number;
};

/** Replies to the sender, or adds a note for other admins. The text is kept as a draft until it is sent. */
export function FeedbackComposer({ feedbackId, lastReply }: FeedbackComposerProps) {
  const { t } = useLanguage();
  const me = useCurrentUser();
  const form = useForm({ defaultValues: emptyEntry('reply') });
  const { control, handleSubmit, reset, setFocus } = form;
  // The draft records whether it is a note, so that a note is never restored as a reply to the sender.
  const { clearDraft } = useDraft(
    me.status === 'user' ? `draft_feedback-entry_${me.user.id}_${feedbackId}` : null,
    form,
  );
  const { field: chosen, readOnly } = useField({ control, name: 'kind' });
  const kind: Kind = chosen.value === 'note' ? 'note' : 'reply';
  const body = useWatch({ control, name: 'body' }).trim();
  const reply = useSendReply();
  const note = useAddNote();
  const { mutateAsync, isPending } = kind === 'reply' ? reply : note;
  const { label, button, done, failed } = TEXTS[kind];
  const sendOnce = useSendOnce();
  const handleSend = handleSubmit(async () => {
    const sending = sendOnce({ kind, body }, (clientId) => mutateAsync({ id: feedbackId, body, clientId, lastReply }));
    if (!(await tellOutcome(sending, { done: t(done), failed: t(failed) }))) return;
    clearDraft();
    reset(emptyEntry(kind), { keepFieldsRef: true });
    setFocus('body');
  });
  return (
    <form onSubmit={(event) => void handleSend(event)}>
      <Stack gap="xs">
        <SegmentedControl
          aria-label={t('What to write')}
          value={kind}
          readOnly={readOnly}
          onChange={chosen.onChange}
          data={[
            { value: 'reply', label: t(TEXTS.reply.label) },
            { value: 'note', label: t(TEXTS.note.label) },
          ]}
        />
        <TextareaField
          control={control}
          name="body"
          aria-label={t(label)}
          placeholder={kind === 'reply' ? t('Write to the sender') : t('Only admins see this')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={FEEDBACK_MESSAGE_MAX}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {kind === 'reply' ? t('Goes out by mail, and as a notification to users.') : ''}
          </Text>
          <Button type="submit" loading={isPending} disabled={body === ''}>
            {t(button)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
