import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { FORM_CATEGORIES, categoryLabel } from '@domain/categories.ts';
import { fallbackText } from '@domain/input.ts';
import {
  AREA_MAX,
  COUNTRY_MAX,
  DELIVERY_ADDRESS_MAX,
  DESCRIPTION_MAX,
  PORT_MAX,
  TITLE_INPUT_MAX,
} from '@domain/limits.ts';
import { DESCRIPTION_TOO_LONG, TITLE_TOO_LONG } from '@domain/post.ts';
import { INCOTERMS } from '@domain/requirements.ts';
import { CountryField } from '@/shared/form/country-field.tsx';
import { markFields } from '@/shared/form/mark-fields.ts';
import { SelectField } from '@/shared/form/select-field.tsx';
import { DraftFormButtons } from '@/shared/form/draft-form-buttons.tsx';
import { FormSection } from '@/shared/form/form-section.tsx';
import formLayout from '@/shared/form/form-layout.module.css';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useField } from '@/shared/form/use-field.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { AttachmentField } from '@/shared/uploads/components/attachment-field.tsx';
import { ImageField } from '@/shared/uploads/components/image-field.tsx';
import type { Post } from '../shown-post.ts';
import {
  postValuesSchema,
  toSentPost,
  valuesOf,
  type PostValues,
  type SentPost,
  type ValidPost,
} from './post-values.ts';
import { QuotedWarning } from './quoted-warning.tsx';
import { RequirementFields } from './requirement-fields.tsx';

type PostFormProps = {
  /** Post to edit; undefined creates one. */
  post?: Post;
  /** Documents of the post to edit. */
  documents?: PostValues['documents'];
  /** Storage key of the draft; null keeps none. */
  draftKey: string | null;
  /**
   * Resolves to whether the post is stored; if not, the text stays, and `mark` shows errors at the fields that a
   * failure names.
   */
  onSend: (post: SentPost, mark: (error: unknown) => void) => Promise<boolean>;
  onClose: () => void;
  /** Whether to offer images and documents, which need a server. */
  hasFiles?: boolean;
};

/**
 * The 19 options of the form. A post of another category keeps it as an additional option
 * (docs/decisions.md#two-lists-of-categories).
 */
function categoryOptions(current: string | undefined, { t }: Language): { value: string; label: string }[] {
  const isOffered = !current || FORM_CATEGORIES.some(({ value }) => value === current);
  const offered = FORM_CATEGORIES.map(({ value, label }) => ({ value, label: t(label) }));
  return isOffered ? offered : [...offered, { value: current, label: t(categoryLabel(current)) }];
}

/** The form of a purchase request, with draft. Mounted only while its dialog is open. */
export function PostForm({ post, documents = [], draftKey, onSend, onClose, hasFiles = true }: PostFormProps) {
  const language = useLanguage();
  const { t, number } = language;
  const [initialValues] = useState(() => valuesOf(post, documents));
  const [isUploading, setIsUploading] = useState(false);
  const [isUploadingDocuments, setIsUploadingDocuments] = useState(false);
  const form = useForm<PostValues, unknown, ValidPost>({
    defaultValues: initialValues,
    // Validates on submit only: an error that appears on blur would move the button away from under the pointer.
    resolver: zodResolver(postValuesSchema, fallbackText),
  });
  const { control, handleSubmit, reset, setError, formState } = form;
  // The input is shorter than the server's limit; an existing longer title is kept.
  const titleMax = Math.max(TITLE_INPUT_MAX, initialValues.title.length);
  const { isRestored, clearDraft } = useDraft(draftKey, form);
  const images = useField({ control, name: 'images' });
  const documentsField = useField({ control, name: 'documents' });
  const { isSubmitting, isDirty } = formState;

  useHoldDialog(isSubmitting);

  const handleValid = async (values: ValidPost) => {
    if (values.title.length > titleMax) {
      setError('title', { message: TITLE_TOO_LONG }, { shouldFocus: true });
      return;
    }
    const isStored = await onSend(toSentPost(values, post, initialValues.documents), (error) =>
      markFields(form, error),
    );
    if (!isStored) return;
    clearDraft();
    onClose();
  };
  const handleDiscard = () => {
    reset(valuesOf(post, documents));
    clearDraft();
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="xl">
        {post && post.quoteCount > 0 && <QuotedWarning postId={post.id} />}
        <FormSection title={t('What you need')}>
          <TextField
            control={control}
            name="title"
            label={t('Title')}
            placeholder={t('e.g. 20 tons of cold-rolled steel sheet')}
            maxLength={titleMax}
            tooLong={TITLE_TOO_LONG}
            withAsterisk
            data-autofocus
          />
          <TextareaField
            control={control}
            name="description"
            label={t('Description')}
            placeholder={t('What you need, in which quality and quantity, and by when')}
            description={t('Up to {max} characters', { max: number(DESCRIPTION_MAX) })}
            limit={DESCRIPTION_MAX}
            tooLong={DESCRIPTION_TOO_LONG}
            autosize
            minRows={5}
            maxRows={14}
            withAsterisk
          />
          <SelectField
            control={control}
            name="category"
            label={t('Category')}
            placeholder={t('Select a category')}
            data={categoryOptions(post?.category, language)}
            searchable
            nothingFoundMessage={t('No options found')}
            allowDeselect={false}
            withAsterisk
          />
          {hasFiles && (
            <>
              <ImageField
                kind="post"
                value={images.field.value}
                onChange={images.field.onChange}
                error={images.fieldState.error?.message}
                disabled={isSubmitting}
                onUploadingChange={setIsUploading}
              />
              <AttachmentField
                bucket="post-documents"
                label={t('Documents')}
                description={t('Drawings, specifications: only signed-in people can read them')}
                value={documentsField.field.value}
                onChange={documentsField.field.onChange}
                error={documentsField.fieldState.error?.message}
                disabled={isSubmitting}
                onUploadingChange={setIsUploadingDocuments}
              />
            </>
          )}
        </FormSection>
        <FormSection title={t('How much and when (optional)')}>
          <RequirementFields form={form} />
        </FormSection>
        <FormSection title={t('Where')}>
          <div className={formLayout.pair}>
            <CountryField
              control={control}
              name="country"
              label={t('Country')}
              placeholder={t('Select or type a country')}
              maxLength={COUNTRY_MAX}
              withAsterisk
            />
            <SelectField
              control={control}
              name="incoterm"
              label={t('Incoterm')}
              placeholder={t('On which quotes are wanted')}
              data={[...INCOTERMS]}
              clearable
            />
          </div>
          <TextField
            control={control}
            name="deliveryAddress"
            label={t('Delivery address')}
            placeholder={t('Street, city')}
            maxLength={DELIVERY_ADDRESS_MAX}
            withAsterisk
          />
          <div className={formLayout.pair}>
            <TextField
              control={control}
              name="area"
              label={t('Area')}
              placeholder={t('Optional')}
              maxLength={AREA_MAX}
            />
            <TextField
              control={control}
              name="port"
              label={t('Port')}
              placeholder={t('Optional')}
              maxLength={PORT_MAX}
            />
          </div>
        </FormSection>
        <DraftFormButtons
          submitLabel={post ? t('Save changes') : t('Post request')}
          isDirty={isDirty}
          isRestored={isRestored}
          isSubmitting={isSubmitting}
          isHeld={isUploading || isUploadingDocuments}
          onDiscard={handleDiscard}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
