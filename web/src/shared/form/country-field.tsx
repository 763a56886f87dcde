import { useMemo, useState } from 'react';
import { Combobox, InputBase, useCombobox, type InputBaseProps } from '@mantine/core';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { countryName, toCountryCode } from '@domain/countries.ts';
import { countriesIn, findCountry, matchingCountries } from '@/shared/i18n/country-names.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { selectOnFocus } from '@/shared/ui/select-on-focus.ts';
import { lengthProps } from './text-length.tsx';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

type CountryFieldProps<Values extends FieldValues, Transformed> = Omit<
  InputBaseProps,
  'error' | 'value' | 'onChange'
> & {
  control: Control<Values, unknown, Transformed>;
  name: FieldPath<Values>;
  placeholder?: string;
  maxLength?: number;
};

/**
 * A country as a form field; stores its English name or free text. Suggests the fixed list in the user's language. Text
 * that matches a name in that language or in English, ignoring case and diacritics, becomes that name.
 */
export function CountryField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  maxLength,
  ...props
}: CountryFieldProps<Values, Transformed>) {
  const language = useLanguage();
  const { t, country } = language;
  const countries = useMemo(() => countriesIn(language), [language]);
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  // The typed text stays on screen even if it happens to name a country already.
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const stored: string = field.value ?? '';
  const text = typed ?? country(toCountryCode(stored));
  const { error, onPaste, onDrop } = lengthProps(text, { limit: maxLength }, language);
  const options = typed !== null ? matchingCountries(text, countries) : countries;
  const handleBlur = () => {
    combobox.closeDropdown();
    setTyped(null);
    field.onBlur();
  };
  return (
    <Combobox
      store={combobox}
      readOnly={readOnly}
      onOptionSubmit={(option) => {
        field.onChange(countryName(option));
        setTyped(null);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          {...selectOnFocus}
          {...props}
          readOnly={readOnly}
          onPaste={onPaste}
          onDrop={onDrop}
          ref={field.ref}
          name={field.name}
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped(value);
            field.onChange(countryName(findCountry(value, countries)?.code ?? value));
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => !readOnly && combobox.openDropdown()}
          onBlur={handleBlur}
          error={shownError(error ?? fieldState.error?.message)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }}>
          {options.length === 0 ? (
            <Combobox.Empty>{t('No options found')}</Combobox.Empty>
          ) : (
            options.map((option) => (
              <Combobox.Option key={option.code} value={option.code} active={option.name === text}>
                {option.name}
              </Combobox.Option>
            ))
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
