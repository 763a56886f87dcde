import { Autocomplete } from '@mantine/core';
import type { Control } from 'react-hook-form';
import { UNIT_MAX } from '@domain/requirements-schema.ts';
import { UNITS } from '@domain/requirement-options.ts';
import { searchOptions } from '@/shared/form/search-options.ts';
import { lengthProps } from '@/shared/form/text-length.tsx';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useSpokenField } from '@/shared/form/use-spoken-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { unitName, unitOf } from '@/shared/text/unit-words.ts';
import type { PostValues, ValidPost } from './post-values.ts';

type FormControl = Control<PostValues, unknown, ValidPost>;

const AS_UNIT = { toEnglish: unitOf, fromEnglish: unitName };

/** Suggests common units; accepts any other. */
export function UnitField({ control }: { control: FormControl }) {
  const language = useLanguage();
  const { t } = language;
  const shownError = useShownError();
  const { field, change, error } = useSpokenField({ control, name: 'unit' }, AS_UNIT);
  const { error: lengthError, ...counted } = lengthProps(field.value, { limit: UNIT_MAX }, language);
  return (
    <Autocomplete
      {...counted}
      {...field}
      onChange={change}
      label={t('Unit')}
      placeholder={t('e.g. ton')}
      filter={searchOptions}
      openOnFocus={false}
      data={UNITS.map((unit) => unitName(unit, language))}
      maxLength={UNIT_MAX}
      maxDropdownHeight={220}
      autoComplete="off"
      error={shownError(lengthError ?? error)}
    />
  );
}
