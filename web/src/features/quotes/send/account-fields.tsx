import type { ReactNode } from 'react';
import { Group, Radio, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { ORGANIZATION_MAX, TAX_CODE_MAX } from '@domain/limits.ts';
import { ORGANIZATION_TOO_LONG, TAX_CODE_TOO_LONG } from '@domain/profile.ts';
import type { QuoteValues } from '@domain/quote.ts';
import { RadioField } from '@/shared/form/radio-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { OrganizationFacts, ValidQuote } from './quote-defaults.ts';

type AccountFieldsProps = {
  form: UseFormReturn<QuoteValues, unknown, ValidQuote>;
  /** Filled in when "Organization" is chosen. */
  known: OrganizationFacts;
  belowOrganization: ReactNode;
};

/** The account fields of a quote. The inputs have no maxlength, because their validation has its own message. */
export function AccountFields({ form, known, belowOrganization }: AccountFieldsProps) {
  const { t } = useLanguage();
  const { control, setValue, clearErrors } = form;
  const accountType = useWatch({ control, name: 'accountType' });

  const handleAccountType = (value: string) => {
    const isOrganization = value === 'organization';
    setValue('organizationName', isOrganization ? known.organization : '', { shouldDirty: true });
    setValue('taxCode', isOrganization ? known.taxCode : '', { shouldDirty: true });
    clearErrors(['organizationName', 'taxCode']);
  };

  return (
    <Stack gap="md">
      <RadioField control={control} name="accountType" label={t('Account type')} onChange={handleAccountType}>
        <Group gap="lg" mt={6}>
          <Radio value="individual" label={t('Individual')} />
          <Radio value="organization" label={t('Organization')} />
        </Group>
      </RadioField>
      {accountType === 'organization' && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <TextField
              control={control}
              name="organizationName"
              label={t('Organization name')}
              autoComplete="organization"
              limit={ORGANIZATION_MAX}
              tooLong={ORGANIZATION_TOO_LONG}
              required
            />
            <TextField
              control={control}
              name="taxCode"
              label={t('Tax code')}
              autoComplete="off"
              limit={TAX_CODE_MAX}
              tooLong={TAX_CODE_TOO_LONG}
              required
            />
          </SimpleGrid>
          {belowOrganization}
        </>
      )}
    </Stack>
  );
}
