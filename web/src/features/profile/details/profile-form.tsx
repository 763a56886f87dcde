import type { ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useForm, useWatch } from 'react-hook-form';
import { countryName } from '@domain/countries.ts';
import { fallbackText } from '@domain/input.ts';
import {
  ADDRESS_MAX,
  BIO_MAX,
  COMPANY_NAME_MAX,
  COUNTRY_MAX,
  FIRST_NAME_MAX,
  LAST_NAME_MAX,
  ORGANIZATION_MAX,
  PHONE_NUMBER_MAX,
  TAX_CODE_MAX,
} from '@domain/limits.ts';
import {
  ORGANIZATION_TOO_LONG,
  profileSchema,
  TAX_CODE_TOO_LONG,
  type ValidProfile,
  type ProfileValues,
} from '@domain/profile.ts';
import { CountryField } from '@/shared/form/country-field.tsx';
import { markFields } from '@/shared/form/mark-fields.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { UnsavedChanges } from '@/shared/form/unsaved-changes.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useUpdateProfile } from './update-profile.ts';
import classes from './profile-form.module.css';

type ProfileFormProps = {
  user: CurrentUser;
  /** Whether its tab is the open one: from another one Save would move toasts and the focus. */
  isShown: boolean;
  /** Rendered above the fields: avatar, username, email. */
  children: ReactNode;
  /** Renders a live preview of the values next to the form. */
  renderAside: (values: ProfileValues) => ReactNode;
};

/** Below, so that the fields of a row stand at one height. */
const HINT_BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

const valuesOf = (user: CurrentUser): ProfileValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  phoneNumber: user.phoneNumber,
  country: countryName(user.country),
  address: user.address,
  companyName: user.companyName,
  organization: user.organization,
  taxCode: user.taxCode,
  bio: user.bio,
});

/** The profile form. Save stays in view from the first change on; leaving with unsaved changes asks first. */
export function ProfileForm({ user, isShown, children, renderAside }: ProfileFormProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useUpdateProfile();
  const form = useForm<ProfileValues, unknown, ValidProfile>({
    // Follows what another tab or device stores, but for what was typed here. During a save it would end the submit.
    ...(!isPending && { values: valuesOf(user) }),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(profileSchema, fallbackText),
    mode: 'onTouched',
  });
  const { control, handleSubmit, reset, getValues, formState } = form;
  const { dirtyFields } = formState;
  const values = useWatch({ control });
  const bioLength = values.bio?.length ?? 0;

  const handleValid = (profile: ValidProfile) =>
    mutateAsync({ profile, changed: Object.keys(dirtyFields) }).then(
      () => {
        // Nothing counts as typed any more, so that the fields follow what is stored.
        reset(getValues(), { keepDirtyValues: false, keepFieldsRef: true });
        toast({ title: t('Profile updated'), message: t('Your profile has been updated successfully') });
      },
      (error: Error) => {
        markFields(form, error);
        tellFailure(t('Error updating profile'), error);
      },
    );

  return (
    <div className={classes.layout}>
      <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }} className={classes.main}>
        <Stack gap="lg">
          {children}
          <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate aria-label={t('Profile')}>
            <Stack gap="xl">
              <Stack gap="md">
                <Title order={2} size="h3">
                  {t('About you')}
                </Title>
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
                  <TextField
                    control={control}
                    name="firstName"
                    label={t('First name')}
                    maxLength={FIRST_NAME_MAX}
                    autoComplete="given-name"
                  />
                  <TextField
                    control={control}
                    name="lastName"
                    label={t('Last name')}
                    maxLength={LAST_NAME_MAX}
                    autoComplete="family-name"
                  />
                  <TextField
                    control={control}
                    name="phoneNumber"
                    label={t('Phone number')}
                    type="tel"
                    maxLength={PHONE_NUMBER_MAX + 1}
                    tooLong={t('Invalid phone number')}
                    description={t('Shown to the other party of an accepted quote.')}
                    inputWrapperOrder={HINT_BELOW}
                    autoComplete="tel"
                  />
                  <CountryField
                    control={control}
                    name="country"
                    label={t('Country')}
                    placeholder={t('Select or type a country')}
                    maxLength={COUNTRY_MAX}
                  />
                </SimpleGrid>
                <TextField
                  control={control}
                  name="address"
                  label={t('Address')}
                  description={t('Shown to the other party of an accepted quote.')}
                  inputWrapperOrder={HINT_BELOW}
                  maxLength={ADDRESS_MAX}
                  autoComplete="street-address"
                />
                <div>
                  <TextareaField
                    control={control}
                    name="bio"
                    label={t('Bio')}
                    placeholder={t('What you buy or sell, and for whom')}
                    maxLength={BIO_MAX}
                    isCounted
                    autosize
                    minRows={3}
                    maxRows={8}
                  />
                  <Text size="xs" c="dimmed" ta="end" mt={4}>
                    {bioLength}/{BIO_MAX}
                  </Text>
                </div>
              </Stack>
              <Stack gap="md">
                <Title order={2} size="h3">
                  {t('Company')}
                </Title>
                <TextField
                  control={control}
                  name="companyName"
                  label={t('Company name')}
                  description={t('Shown to everybody.')}
                  inputWrapperOrder={HINT_BELOW}
                  maxLength={COMPANY_NAME_MAX}
                  autoComplete="organization"
                />
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
                  <TextField
                    control={control}
                    name="organization"
                    label={t('Organization')}
                    limit={ORGANIZATION_MAX}
                    tooLong={ORGANIZATION_TOO_LONG}
                    description={t('Needed to send quotes as an organization.')}
                    inputWrapperOrder={HINT_BELOW}
                  />
                  <TextField
                    control={control}
                    name="taxCode"
                    label={t('Tax code')}
                    limit={TAX_CODE_MAX}
                    tooLong={TAX_CODE_TOO_LONG}
                    autoComplete="off"
                  />
                </SimpleGrid>
              </Stack>
              <Group
                justify="flex-end"
                className={classes.foot}
                data-dirty={(isShown && formState.isDirty) || undefined}
              >
                <Button type="submit" disabled={!formState.isDirty} loading={isPending}>
                  {t('Save')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Stack>
      </Paper>
      <aside className={classes.aside} aria-label={t('Public preview')}>
        {renderAside(values)}
      </aside>
      <UnsavedChanges isDirty={formState.isDirty} onLeave={() => reset()} />
    </div>
  );
}
