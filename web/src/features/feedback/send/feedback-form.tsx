import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FEEDBACK_CATEGORIES, guestFeedbackSchema, userFeedbackSchema } from '@domain/feedback.ts';
import { fallbackText } from '@domain/input.ts';
import { FEEDBACK_MESSAGE_MAX, FEEDBACK_SUBJECT_MAX } from '@domain/limits.ts';
import { SelectField } from '@/shared/form/select-field.tsx';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { useSendFeedback } from './send-feedback.ts';
import { FeedbackImages } from './feedback-images.tsx';
import classes from './feedback-form.module.css';

type FeedbackFormProps = {
  user: CurrentUser | null;
  /** Page that the feedback is about. */
  pagePath: string;
  onSent: (reference: string) => void;
};

type FeedbackValues = z.input<typeof userFeedbackSchema>;
type ValidFeedback = z.output<typeof userFeedbackSchema>;

const emptyForm = (user: CurrentUser | null): FeedbackValues => ({
  category: '',
  subject: '',
  message: '',
  email: user?.email ?? '',
  website: '',
});

const refusedFields = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) });
const FIELDS = ['category', 'subject', 'message', 'email'] as const;

function Counter({ length }: { length: number }) {
  return (
    <Text component="span" size="xs" c={length > FEEDBACK_MESSAGE_MAX ? 'var(--mantine-color-error)' : 'dimmed'}>
      {length}/{FEEDBACK_MESSAGE_MAX}
    </Text>
  );
}

/** The feedback form. Its text is kept as a draft until it is sent, also after a failure. */
export function FeedbackForm({ user, pagePath, onSent }: FeedbackFormProps) {
  const language = useLanguage();
  const { t } = language;
  const [initialValues] = useState(() => emptyForm(user));
  const [images, setImages] = useState<File[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<FeedbackValues, unknown, ValidFeedback>({
    defaultValues: initialValues,
    resolver: zodResolver(user ? userFeedbackSchema : guestFeedbackSchema, fallbackText),
  });
  const { control, handleSubmit, setError, register } = form;
  const { clearDraft } = useDraft(`draft_feedback_${user?.id ?? 'guest'}_new`, form);
  const message = useWatch({ control, name: 'message' });
  const { mutateAsync, isPending } = useSendFeedback();
  const sendOnce = useSendOnce();

  const handleFailure = (error: Error) => {
    setFailure(error.message);
    const refused = refusedFields.safeParse(error instanceof AppError ? error.details : undefined);
    for (const { path, message: text } of refused.data?.errors ?? []) {
      const field = FIELDS.find((name) => name === path);
      if (field) setError(field, { message: text });
    }
  };
  const handleValid = ({ email, ...values }: ValidFeedback) => {
    setFailure(null);
    const sent = { ...values, ...(user ? {} : { email }), pagePath, images };
    return sendOnce(sent, (clientId) => mutateAsync({ ...sent, clientId })).then(({ reference }) => {
      clearDraft();
      onSent(reference);
    }, handleFailure);
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <SelectField
          control={control}
          name="category"
          label={t('Category')}
          placeholder={t('Select a category')}
          data={FEEDBACK_CATEGORIES.map(({ value, label }) => ({ value, label: t(label) }))}
          allowDeselect={false}
          withAsterisk
        />
        <TextField
          control={control}
          name="subject"
          label={t('Subject')}
          maxLength={FEEDBACK_SUBJECT_MAX}
          withAsterisk
        />
        <TextareaField
          control={control}
          name="message"
          label={t('Message', {}, 'feedback')}
          placeholder={t('What happened, or what would you like to see?')}
          description={<Counter length={message.trim().length} />}
          descriptionProps={{ ta: 'end' }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={6}
          maxRows={16}
          withAsterisk
        />
        <TextField
          control={control}
          name="email"
          label={t('Email')}
          type="email"
          autoComplete="email"
          readOnly={user !== null}
          description={user ? t('The address of your account') : t('So that we can answer you')}
          withAsterisk={!user}
        />
        <div className={classes.trap} aria-hidden>
          <label>
            {t('Website')} <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
          </label>
        </div>
        <FeedbackImages value={images} onChange={setImages} disabled={isPending} />
        {failure && (
          <Alert color="red" role="alert">
            {language.message(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          {/* The loading state would hide the text, which says what the button does. */}
          <Button type="submit" className={classes.send} disabled={isPending}>
            {isPending ? t('Sending...') : t('Send feedback')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
