import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { QuoteValues } from '@domain/quote.ts';
import { useField } from '@/shared/form/use-field.ts';
import { AttachmentField } from '@/shared/uploads/components/attachment-field.tsx';
import type { OrganizationFacts, ValidQuote } from './quote-defaults.ts';
import { AccountFields } from './account-fields.tsx';
import { FactFields } from './fact-fields.tsx';
import { MatchFields } from './match-fields.tsx';

type QuoteFieldsProps = {
  form: UseFormReturn<QuoteValues, unknown, ValidQuote>;
  /** Filled in when "Organization" is chosen. */
  known: OrganizationFacts;
  /** The unit of the request, for an example. */
  unit: string | null;
  /** Shown below the price. */
  belowPrice?: ReactNode;
  /** Shown below an organization. */
  belowOrganization?: ReactNode;
  onUploadingChange: (isUploading: boolean) => void;
};

/** All fields of a quote, for sending and revising. */
export function QuoteFields({ form, known, unit, belowPrice, belowOrganization, onUploadingChange }: QuoteFieldsProps) {
  const { control } = form;
  const attachments = useField({ control, name: 'attachments' });
  return (
    <>
      <MatchFields form={form} />
      <FactFields control={control} unit={unit} belowPrice={belowPrice} />
      <AccountFields form={form} known={known} belowOrganization={belowOrganization} />
      <AttachmentField
        bucket="quote-documents"
        value={attachments.field.value}
        onChange={attachments.field.onChange}
        error={attachments.fieldState.error?.message}
        disabled={attachments.readOnly}
        onUploadingChange={onUploadingChange}
      />
    </>
  );
}
