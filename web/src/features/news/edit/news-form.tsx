import { Suspense, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { fallbackText } from '@domain/input.ts';
import { NEWS_BODY_MAX, NEWS_SUMMARY_MAX, NEWS_TITLE_MAX } from '@domain/limits.ts';
import { newsFormSchema, toNewsDraft, type NewsDraft } from '@domain/news.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { DraftFormButtons } from '@/shared/form/draft-form-buttons.tsx';
import formLayout from '@/shared/form/form-layout.module.css';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useField } from '@/shared/form/use-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { ImageField } from '@/shared/uploads/components/image-field.tsx';
import type { NewsItem } from '../news-item.ts';
import { newsValues, type NewsValues, type ValidNews } from './news-values.ts';
import { EventFields } from './event-fields.tsx';
import classes from './news-form.module.css';

type NewsFormProps = {
  /** Item to edit; undefined creates one. */
  item?: NewsItem;
  draftKey: string;
  /** Resolves to whether the item is stored; if not, the text stays. */
  onSend: (news: NewsDraft) => Promise<boolean>;
  onClose: () => void;
};

const NewsBody = lazyPart(async () => (await import('../article/news-body.tsx')).NewsBody);

const TYPES = [
  { value: 'news', label: msg('News') },
  { value: 'event', label: msg('Event') },
];
const STATUSES = [
  { value: 'draft', label: msg('Draft') },
  { value: 'published', label: msg('Published') },
  { value: 'archived', label: msg('Archived') },
];

/** Preview of the text, on demand. */
function BodyPreview({ control }: { control: Control<NewsValues, unknown, ValidNews> }) {
  const { t } = useLanguage();
  const [isOpen, { toggle }] = useDisclosure(false);
  const text = useWatch({ control, name: 'body' });
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        aria-expanded={isOpen}
        disabled={!isOpen && text.trim() === ''}
        onClick={toggle}
      >
        {isOpen ? t('Hide preview') : t('Preview text')}
      </Button>
      {isOpen && (
        <section aria-label={t('Preview of the text')} className={classes.preview}>
          <Suspense fallback={<Skeleton height={80} />}>
            <NewsBody text={text} />
          </Suspense>
        </section>
      )}
    </div>
  );
}

/** Form for a news item or event, with draft. Mounted only while its dialog is open. */
export function NewsForm({ item, draftKey, onSend, onClose }: NewsFormProps) {
  const { t, number } = useLanguage();
  const [initialValues] = useState(() => newsValues(item));
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm<NewsValues, unknown, ValidNews>({
    defaultValues: initialValues,
    resolver: zodResolver(newsFormSchema, fallbackText),
  });
  const { control, handleSubmit, reset, formState } = form;
  const { isRestored, clearDraft } = useDraft(draftKey, form);
  const images = useField({ control, name: 'images' });
  const isEvent = useWatch({ control, name: 'type' }) === 'event';
  const { isSubmitting, isDirty } = formState;

  useHoldDialog(isSubmitting);

  const handleValid = async (values: ValidNews) => {
    const isStored = await onSend(toNewsDraft(values));
    if (!isStored) return;
    clearDraft();
    onClose();
  };
  const handleDiscard = () => {
    reset(newsValues(item));
    clearDraft();
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <div className={formLayout.pair}>
          <SelectField
            control={control}
            name="type"
            label={t('Type')}
            data={TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
            allowDeselect={false}
          />
          <SelectField
            control={control}
            name="status"
            label={t('Status')}
            data={STATUSES.map(({ value, label }) => ({ value, label: t(label) }))}
            allowDeselect={false}
          />
        </div>
        <TextField
          control={control}
          name="title"
          label={t('Title')}
          maxLength={NEWS_TITLE_MAX}
          withAsterisk
          data-autofocus
        />
        <TextareaField
          control={control}
          name="summary"
          label={t('Summary')}
          description={t('What the list shows. Up to {max} characters', { max: NEWS_SUMMARY_MAX })}
          limit={NEWS_SUMMARY_MAX}
          autosize
          minRows={2}
          maxRows={4}
        />
        {isEvent && <EventFields control={control} />}
        <TextareaField
          control={control}
          name="body"
          label={t('Text')}
          description={t('Markdown: ## Heading, **bold**, - list, [link](https://...). Up to {max} characters', {
            max: number(NEWS_BODY_MAX),
          })}
          limit={NEWS_BODY_MAX}
          autosize
          minRows={6}
          maxRows={16}
        />
        <BodyPreview control={control} />
        <TextField control={control} name="externalUrl" label={t('Link')} type="url" placeholder="https://" />
        <ImageField
          kind="news"
          value={images.field.value}
          onChange={images.field.onChange}
          error={images.fieldState.error?.message}
          disabled={isSubmitting}
          onUploadingChange={setIsUploading}
        />
        <CheckboxField control={control} name="isPinned" label={t('Pin to the top of the list')} />
        <DraftFormButtons
          submitLabel={item ? t('Save changes') : t('Add news')}
          isDirty={isDirty}
          isRestored={isRestored}
          isSubmitting={isSubmitting}
          isHeld={isUploading}
          onDiscard={handleDiscard}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
