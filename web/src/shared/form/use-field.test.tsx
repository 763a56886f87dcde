import { MantineProvider, Radio } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { CheckboxField } from './checkbox-field.tsx';
import { CountryField } from './country-field.tsx';
import { DateField } from './date-field.tsx';
import { NumberField } from './number-field.tsx';
import { PasswordField } from './password-field.tsx';
import { RadioField } from './radio-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';

const EMPTY = {
  text: '',
  area: '',
  amount: '',
  password: '',
  day: '',
  country: '',
  choice: 'a',
  isOn: false,
  kind: 'a',
};
const TYPED = ['Text', 'Area', 'Amount', 'Password', 'Day', 'Country', 'Choice'];

function Form({ save }: { save: () => Promise<void> }) {
  const { control, handleSubmit } = useForm({ defaultValues: EMPTY });
  return (
    <form onSubmit={(event) => void handleSubmit(save)(event)}>
      <TextField control={control} name="text" label="Text" />
      <TextareaField control={control} name="area" label="Area" />
      <NumberField control={control} name="amount" label="Amount" />
      <PasswordField control={control} name="password" label="Password" />
      <DateField control={control} name="day" label="Day" />
      <CountryField control={control} name="country" label="Country" />
      <SelectField control={control} name="choice" label="Choice" data={['a', 'b']} searchable />
      <CheckboxField control={control} name="isOn" label="On" />
      <RadioField control={control} name="kind" label="Kind">
        <Radio value="a" label="Kind A" />
        <Radio value="b" label="Kind B" />
      </RadioField>
      <button type="submit">Save</button>
    </form>
  );
}

test('every kind of field is read-only while the form is being submitted', async () => {
  vi.stubGlobal('CSS', { supports: () => false });
  let finish: () => void = () => undefined;
  render(<Form save={() => new Promise<void>((resolve) => (finish = resolve))} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
  const editable = () => TYPED.filter((label) => !field(label).readOnly);
  const press = () => {
    fireEvent.click(field('On'));
    fireEvent.click(field('Kind B'));
  };
  expect(editable()).toEqual(TYPED);
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(editable()).toEqual([]));
  press();
  expect([field('On').checked, field('Kind B').checked]).toEqual([false, false]);
  await act(async () => finish());
  expect(editable()).toEqual(TYPED);
  press();
  expect([field('On').checked, field('Kind B').checked]).toEqual([true, true]);
  vi.unstubAllGlobals();
});
