import { useEffect } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { fallbackText } from '@domain/input.ts';
import { isRefusal, toAppError } from '@/shared/errors/app-error.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';

type TextFormProps = {
  label: string;
  placeholder: string;
  description: string;
  schema: z.ZodType<string, string>;
  limit: number;
  tooLong: string;
  /** Initial text. */
  initial?: string;
  draftKey: string;
  submitLabel: string;
  failed: string;
  onSend: (text: string) => Promise<unknown>;
  onCancel: () => void;
};

/** A form with one text: a question or an answer. Errors show at the field, and the text stays. */
export function TextForm({
  label,
  placeholder,
  description,
  schema,
  limit,
  tooLong,
  initial = '',
  draftKey,
  submitLabel,
  failed,
  onSend,
  onCancel,
}: TextFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    defaultValues: { text: initial },
    resolver: zodResolver(z.object({ text: schema }), fallbackText),
  });
  const { control, handleSubmit, setError, setFocus, formState } = form;
  const { clearDraft } = useDraft(draftKey, form);
  // The button that opened the form is gone.
  useEffect(() => setFocus('text'), [setFocus]);
  const handleValid = async ({ text }: { text: string }) => {
    try {
      await onSend(text);
      clearDraft();
      onCancel();
    } catch (error) {
      if (isRefusal(error)) setError('text', { message: toAppError(error).message }, { shouldFocus: true });
      else tellFailure(failed, error);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate aria-label={label}>
      <Stack gap="sm">
        <TextareaField
          control={control}
          name="text"
          label={label}
          placeholder={placeholder}
          description={description}
          limit={limit}
          tooLong={tooLong}
          autosize
          minRows={2}
          maxRows={8}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={formState.isSubmitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={formState.isSubmitting}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
