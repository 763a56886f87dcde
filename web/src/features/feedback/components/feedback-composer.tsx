import { useState, type FormEvent } from 'react';
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { FEEDBACK_MESSAGE_MAX } from '@domain/limits.ts';
import { toast } from '@/shared/ui/toast.ts';
import { useAddNote } from '../api/add-note.ts';
import { useSendReply } from '../api/send-reply.ts';

type Kind = 'reply' | 'note';

const TEXTS = {
  reply: { label: 'Reply', button: 'Send reply', done: 'Reply sent', failed: 'Error sending reply' },
  note: { label: 'Internal note', button: 'Add note', done: 'Note added', failed: 'Error adding note' },
} as const;

const newDraft = () => ({ body: '', clientId: crypto.randomUUID() });

/** Answers the sender, or writes a note for other admins (B19). What was typed stays when it cannot be sent. */
export function FeedbackComposer({ feedbackId }: { feedbackId: number }) {
  const [kind, setKind] = useState<Kind>('reply');
  // One id for all attempts at one text: a repeat writes nothing twice (C13).
  const [draft, setDraft] = useState(newDraft);
  const reply = useSendReply();
  const note = useAddNote();
  const { mutate, isPending } = kind === 'reply' ? reply : note;
  const texts = TEXTS[kind];
  const body = draft.body.trim();
  const handleKind = (value: string) => {
    setKind(value === 'note' ? 'note' : 'reply');
    setDraft({ ...newDraft(), body: draft.body });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { id: feedbackId, body, clientId: draft.clientId },
      {
        onSuccess: () => {
          setDraft(newDraft());
          toast({ title: texts.done });
        },
        onError: (error) => toast({ title: texts.failed, message: error.message, kind: 'destructive' }),
      },
    );
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="xs">
        <SegmentedControl
          aria-label="What to write"
          value={kind}
          disabled={isPending}
          onChange={handleKind}
          data={[
            { value: 'reply', label: 'Reply' },
            { value: 'note', label: 'Internal note' },
          ]}
        />
        <Textarea
          aria-label={texts.label}
          placeholder={kind === 'reply' ? 'Write to the sender' : 'Only admins see this'}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={FEEDBACK_MESSAGE_MAX}
          value={draft.body}
          disabled={isPending}
          onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {kind === 'reply' ? 'Goes out by mail, and as a notification to users.' : ''}
          </Text>
          <Button type="submit" loading={isPending} disabled={body === ''}>
            {texts.button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
