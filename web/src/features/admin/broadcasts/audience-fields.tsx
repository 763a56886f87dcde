import { MultiSelect, TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useWatch, type Control } from 'react-hook-form';
import { AUDIENCE_VALUES_MAX } from '@domain/broadcast.ts';
import { FORM_CATEGORIES } from '@domain/categories.ts';
import { searchCountries, searchOptions } from '@/shared/form/search-options.ts';
import { SelectField } from '@/shared/form/select-field.tsx';
import { useField } from '@/shared/form/use-field.ts';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { countriesIn } from '@/shared/i18n/country-names.ts';
import { translatedOptions } from '@/shared/i18n/translated-options.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AUDIENCE_OPTIONS, ROLE_OPTIONS } from './audience-text.ts';
import type { ValidBroadcast, BroadcastValues } from './broadcast-form-values.ts';

type FormControl = Control<BroadcastValues, unknown, ValidBroadcast>;

/** Chooses the audience of a broadcast. */
export function AudienceFields({ control, onAudience }: { control: FormControl; onAudience: () => void }) {
  const language = useLanguage();
  const { t } = language;
  const audience = useWatch({ control, name: 'audience' });
  return (
    <>
      <SelectField
        control={control}
        name="audience"
        label={t('Audience')}
        data={translatedOptions(AUDIENCE_OPTIONS, language)}
        allowDeselect={false}
        onChange={onAudience}
      />
      {audience !== 'all' && <AudienceValues key={audience} control={control} audience={audience} />}
    </>
  );
}

function AudienceValues({ control, audience }: { control: FormControl; audience: string }) {
  const language = useLanguage();
  const { t } = language;
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name: 'audienceValues' });
  const props = {
    ref: field.ref,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    readOnly,
    error: shownError(fieldState.error?.message),
    withAsterisk: true,
  };
  if (audience === 'usernames') {
    return (
      <TagsInput
        {...props}
        label={t('Usernames')}
        description={t('Enter or a comma ends a name')}
        splitChars={[',', ' ', ';']}
        maxTags={AUDIENCE_VALUES_MAX}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear usernames') }}
      />
    );
  }
  const { label, data } = {
    role: { label: t('Roles'), data: translatedOptions(ROLE_OPTIONS, language) },
    country: {
      label: t('Countries'),
      data: countriesIn(language).map(({ code, name }) => ({ value: code, label: name })),
    },
    category: { label: t('Categories'), data: translatedOptions(FORM_CATEGORIES, language) },
  }[audience] ?? { label: '', data: [] };
  const description = audience === 'category' ? t('Everybody who posted, quoted or liked something of it') : undefined;
  return (
    <MultiSelect
      {...props}
      label={label}
      description={description}
      data={data}
      searchable
      filter={audience === 'country' ? searchCountries : searchOptions}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: label.toLowerCase() }) }}
    />
  );
}
