import { useEffect } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { fallbackText } from '@domain/input.ts';
import { REVIEW_REPLY_MAX } from '@domain/limits.ts';
import { replySchema } from '@domain/review.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { markFields } from '@/shared/form/mark-fields.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useRead } from '@/shared/form/use-read.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useReplyToReview } from './reply-to-review.ts';
import type { Review } from '../shown-review.ts';

/** The single reply to a review, with draft. */
export function ReplyForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useLanguage();
  const [updatedAt, takeOver] = useRead(review.updatedAt);
  const form = useForm({ defaultValues: { reply: '' }, resolver: zodResolver(replySchema, fallbackText) });
  const { control, handleSubmit, setFocus } = form;
  const { clearDraft } = useDraft(`draft_reply_${review.reviewed.id}_${review.id}`, form);
  const reply = useWatch({ control, name: 'reply' });
  const { mutateAsync, isPending } = useReplyToReview();
  // The button that opened the form is gone.
  useEffect(() => setFocus('reply'), [setFocus]);
  const handleValid = (values: { reply: string }) =>
    mutateAsync({ id: review.id, reply: values.reply, updatedAt }).then(
      () => {
        clearDraft();
        onClose();
        toast({ title: t('Reply posted') });
      },
      (error: Error) => {
        if (error instanceof AppError && error.kind === 'conflict') takeOver();
        markFields(form, error);
        tellFailure(t('Error posting reply'), error);
      },
    );
  return (
    <form
      onSubmit={(event) => void handleSubmit(handleValid)(event)}
      noValidate
      aria-label={t('Reply to {username}', { username: review.reviewer.username })}
    >
      <Stack gap="xs">
        <TextareaField
          control={control}
          name="reply"
          label={t('Your reply')}
          maxLength={REVIEW_REPLY_MAX}
          isCounted
          autosize
          minRows={2}
          maxRows={6}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {reply.length}/{REVIEW_REPLY_MAX}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('Post reply')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
