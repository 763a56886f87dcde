import { useEffect, useId, useState, useMemo } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useController, useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { INCOTERMS } from '@domain/requirements.ts';
import { REQUIREMENT_FIELDS } from '@domain/requirements-schema.ts';
import { currencyOptions } from '@/shared/form/currencies.ts';
import formLayout from '@/shared/form/form-layout.module.css';
import { DateField } from '@/shared/form/date-field.tsx';
import { NumberField } from '@/shared/form/number-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AttachmentField } from '@/shared/uploads/components/attachment-field.tsx';
import type { PostValues, ValidPost } from './post-values.ts';
import { isNeededBeforeDeadline } from '../requirements/requirement-values.ts';
import { UnitField } from './unit-field.tsx';

type PostForm = UseFormReturn<PostValues, unknown, ValidPost>;

type RequirementFieldsProps = {
  form: PostForm;
  disabled: boolean;
  /** Documents need a server. */
  hasDocuments: boolean;
  onUploadingChange: (isUploading: boolean) => void;
};

/** The optional fields of a request. Collapsed until one of them has a value or an error. */
export function RequirementFields({ form, disabled, hasDocuments, onUploadingChange }: RequirementFieldsProps) {
  const language = useLanguage();
  const { t } = language;
  const currencies = useMemo(() => currencyOptions(language), [language]);
  const [isOpen, setIsOpen] = useSection(form);
  const { control } = form;
  const documents = useController({ control, name: 'documents' });
  const sectionId = useId();
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div>
      <Button
        variant="subtle"
        px={8}
        mx={-8}
        rightSection={<Chevron size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={sectionId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('More about what you need (optional)')}
      </Button>
      <Stack id={sectionId} gap="md" pt="xs" hidden={!isOpen} display={isOpen ? undefined : 'none'}>
        <div className={formLayout.pair}>
          <NumberField control={control} name="quantity" label={t('Quantity')} placeholder={t('e.g. 20')} />
          <UnitField control={control} />
        </div>
        <div className={formLayout.pair}>
          <NumberField
            control={control}
            name="targetPrice"
            label={t('Target price')}
            description={t('For one unit')}
            placeholder={t('e.g. 650')}
          />
          <SelectField
            control={control}
            name="targetCurrency"
            label={t('Currency')}
            description={t('Of the target price')}
            placeholder={t('Select a currency')}
            data={currencies}
            searchable
            clearable
            maxDropdownHeight={260}
            nothingFoundMessage={t('No options found')}
          />
        </div>
        <div className={formLayout.pair}>
          <DateField control={control} name="neededBy" label={t('Needed by')} />
          <DateField
            control={control}
            name="quoteDeadline"
            label={t('Quotes until')}
            description={t('Afterwards no more quotes can be sent')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            type="datetime-local"
          />
        </div>
        <NeededByWarning form={form} />
        <SelectField
          control={control}
          name="incoterm"
          label={t('Incoterm')}
          placeholder={t('On which quotes are wanted')}
          data={[...INCOTERMS]}
          clearable
        />
        {hasDocuments && (
          <AttachmentField
            bucket="post-documents"
            label={t('Documents')}
            description={t('Drawings, specifications: only signed-in people can read them')}
            value={documents.field.value}
            onChange={documents.field.onChange}
            error={documents.fieldState.error?.message}
            disabled={disabled}
            onUploadingChange={onUploadingChange}
          />
        )}
      </Stack>
    </div>
  );
}

/** A warning only: goods needed before the deadline can be intended. */
function NeededByWarning({ form: { control } }: { form: PostForm }) {
  const { t } = useLanguage();
  const [neededBy, quoteDeadline] = useWatch({ control, name: ['neededBy', 'quoteDeadline'] });
  return (
    <Text size="sm" c="var(--mantine-color-orange-light-color)" role="status" mt={-8}>
      {isNeededBeforeDeadline(neededBy, quoteDeadline) &&
        t('You need it before the deadline for quotes: suppliers may quote when it is too late.')}
    </Text>
  );
}

/**
 * Whether the section is open: toggled by its button, and opened when a draft or an edited request fills a field or a
 * field is refused.
 */
function useSection({ control, setFocus }: PostForm): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const values = useWatch({ control, name: [...REQUIREMENT_FIELDS, 'documents'] });
  const { errors } = useFormState({ control });
  const hasGiven = values.some((value) => value.length > 0);
  const refused = REQUIREMENT_FIELDS.find((name) => errors[name] !== undefined);
  const [isOpen, setIsOpen] = useState(hasGiven);
  const [wasGiven, setWasGiven] = useState(hasGiven);
  const [lastRefused, setLastRefused] = useState(refused);
  if (hasGiven !== wasGiven) {
    setWasGiven(hasGiven);
    if (hasGiven) setIsOpen(true);
  }
  if (refused !== lastRefused) {
    setLastRefused(refused);
    if (refused) setIsOpen(true);
  }
  const isHidden = refused !== undefined && !isOpen;
  useEffect(() => {
    // A collapsed field could not take the focus when validation failed.
    if (isHidden && refused) setFocus(refused);
  }, [isHidden, refused, setFocus]);
  return [isOpen, setIsOpen];
}
