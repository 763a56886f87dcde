import { useState } from 'react';
import { Combobox, InputBase, useCombobox, type InputBaseProps } from '@mantine/core';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { COUNTRIES, countryName, toCountryCode } from '@domain/countries.ts';
import { lengthProps } from './text-length.tsx';

type CountryFieldProps<Values extends FieldValues, Transformed> = Omit<
  InputBaseProps,
  'error' | 'value' | 'onChange'
> & {
  control: Control<Values, unknown, Transformed>;
  name: FieldPath<Values>;
  placeholder?: string;
  maxLength?: number;
};

const names = COUNTRIES.map(({ name }) => name);

function matching(text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  const isChosen = names.some((name) => name.toLowerCase() === wanted);
  return isChosen ? names : names.filter((name) => name.toLowerCase().includes(wanted));
}

/**
 * A country bound to a form as its name or as typed: suggests the fixed list, accepts any text, and turns text that
 * equals a name, ignoring case, into that name.
 */
export function CountryField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  maxLength,
  ...props
}: CountryFieldProps<Values, Transformed>) {
  const { field, fieldState } = useController({ control, name });
  const [isTyping, setIsTyping] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const text: string = field.value ?? '';
  const { error, onPaste, onDrop } = lengthProps(text, { limit: maxLength });
  const options = isTyping ? matching(text) : names;
  const handleBlur = () => {
    combobox.closeDropdown();
    setIsTyping(false);
    field.onChange(countryName(toCountryCode(text)));
    field.onBlur();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(option) => {
        field.onChange(option);
        setIsTyping(false);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <InputBase
          {...props}
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
            field.onChange(event.currentTarget.value);
            setIsTyping(true);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={handleBlur}
          error={error ?? fieldState.error?.message}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }}>
          {options.length === 0 ? (
            <Combobox.Empty>No options found</Combobox.Empty>
          ) : (
            options.map((option) => (
              <Combobox.Option key={option} value={option} active={option === text}>
                {option}
              </Combobox.Option>
            ))
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
