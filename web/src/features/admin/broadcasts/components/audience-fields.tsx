import { MultiSelect, TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useController, useWatch, type Control } from 'react-hook-form';
import { AUDIENCE_VALUES_MAX } from '@domain/broadcast.ts';
import { FORM_CATEGORIES } from '@domain/categories.ts';
import { COUNTRIES } from '@domain/countries.ts';
import { SelectField } from '@/shared/form/select-field.tsx';
import { AUDIENCE_OPTIONS, ROLE_OPTIONS } from '../audience-text.ts';
import type { ValidBroadcast, BroadcastValues } from '../broadcast-form-values.ts';

type FormControl = Control<BroadcastValues, unknown, ValidBroadcast>;

const COUNTRY_OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

/** Chooses who gets a broadcast. */
export function AudienceFields({ control, onAudience }: { control: FormControl; onAudience: () => void }) {
  const audience = useWatch({ control, name: 'audience' });
  return (
    <>
      <SelectField
        control={control}
        name="audience"
        label="Audience"
        data={AUDIENCE_OPTIONS}
        allowDeselect={false}
        onChange={onAudience}
      />
      {audience !== 'all' && <AudienceValues key={audience} control={control} audience={audience} />}
    </>
  );
}

function AudienceValues({ control, audience }: { control: FormControl; audience: string }) {
  const { field, fieldState } = useController({ control, name: 'audienceValues' });
  const props = {
    ref: field.ref,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
    withAsterisk: true,
  };
  if (audience === 'usernames') {
    return (
      <TagsInput
        {...props}
        label="Usernames"
        description="Enter or a comma ends a name"
        splitChars={[',', ' ', ';']}
        maxTags={AUDIENCE_VALUES_MAX}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear usernames' }}
      />
    );
  }
  const { label, data } = {
    role: { label: 'Roles', data: ROLE_OPTIONS },
    country: { label: 'Countries', data: COUNTRY_OPTIONS },
    category: { label: 'Categories', data: [...FORM_CATEGORIES] },
  }[audience] ?? { label: '', data: [] };
  const description = audience === 'category' ? 'Everybody who posted, quoted or liked something of it' : undefined;
  return (
    <MultiSelect
      {...props}
      label={label}
      description={description}
      data={data}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
    />
  );
}
