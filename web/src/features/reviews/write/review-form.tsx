import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { fallbackText } from '@domain/input.ts';
import { REVIEW_COMMENT_MAX } from '@domain/limits.ts';
import { reviewFormSchema } from '@domain/review.ts';
import { markFields } from '@/shared/form/mark-fields.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { StarField } from './star-field.tsx';

type ReviewValues = z.input<typeof reviewFormSchema>;
type ValidReview = z.output<typeof reviewFormSchema>;

type ReviewFormProps = {
  /** Review to edit; undefined for a new one. */
  initial: ReviewValues | undefined;
  /** When the review that is edited or replaced was last changed; undefined if there is none. */
  updatedAt: string | undefined;
  draftKey: string;
  /**
   * Resolves to whether it is stored; if not, the input stays, and `mark` shows errors at the fields that a failure
   * names. `readAt` is when the review that the form began with was last changed.
   */
  onSend: (review: ReviewValues, mark: (error: unknown) => void, readAt: string | undefined) => Promise<boolean>;
  onClose: () => void;
};

/** Stars and a comment, with draft. Mounted only while its dialog is open. */
export function ReviewForm({ initial, updatedAt, draftKey, onSend, onClose }: ReviewFormProps) {
  const { t } = useLanguage();
  // The page can read a newer one while the form is open.
  const [readAt] = useState(updatedAt);
  const [defaultValues] = useState({ rating: 0, comment: '', ...initial });
  const form = useForm<ReviewValues, unknown, ValidReview>({
    defaultValues,
    resolver: zodResolver(reviewFormSchema, fallbackText),
  });
  const { control, handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const { clearDraft } = useDraft(draftKey, form);
  const comment = useWatch({ control, name: 'comment' });

  useHoldDialog(isSubmitting);

  const handleValid = async (review: ReviewValues) => {
    if (!(await onSend(review, (error) => markFields(form, error), readAt))) return;
    clearDraft();
    onClose();
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <StarField control={control} name="rating" label={t('Rating')} />
        <div>
          <TextareaField
            control={control}
            name="comment"
            label={t('Comment')}
            placeholder={t('How was it to do business with them?')}
            maxLength={REVIEW_COMMENT_MAX}
            tooLong={t('Comment too long')}
            isCounted
            autosize
            minRows={4}
            maxRows={10}
            data-autofocus={initial ? true : undefined}
          />
          <Text size="xs" c="dimmed" ta="end" mt={4}>
            {comment.length}/{REVIEW_COMMENT_MAX}
          </Text>
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isSubmitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {t('Submit review')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
