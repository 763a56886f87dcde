import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { SelectField } from './select-field.tsx';

const data = [
  { value: 'chemicals', label: 'Chemicals' },
  { value: 'furniture', label: 'Furniture & Decor' },
  { value: 'manufacturing', label: 'Manufacturing' },
];

function Form({ send }: { send: (category: string) => void }) {
  const { control, handleSubmit } = useForm({ defaultValues: { category: 'chemicals' } });
  return (
    <form onSubmit={(event) => void handleSubmit(({ category }) => send(category))(event)}>
      <SelectField
        control={control}
        name="category"
        label="Category"
        data={data}
        searchable
        nothingFoundMessage="None"
      />
    </form>
  );
}

function open() {
  const send = vi.fn();
  render(
    <MantineProvider>
      <Form send={send} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' });
  return {
    field,
    send,
    focus: () => act(() => field.focus()),
    blur: () => act(() => field.blur()),
    type: (text: string) => {
      act(() => field.focus());
      fireEvent.keyDown(field, { key: text.at(-1) });
      fireEvent.change(field, { target: { value: text } });
    },
    /** Whether the browser would send the form. */
    pressEnter: () => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' }),
    isOpen: () => field.getAttribute('aria-expanded') === 'true',
  };
}

test('a searchable select opens by typing, a press or an arrow key, not by the focus', () => {
  const { field, focus, blur, type, isOpen } = open();
  focus();
  expect(isOpen()).toBe(false);
  type('f');
  expect(isOpen()).toBe(true);
  blur();
  expect(isOpen()).toBe(false);
  fireEvent.click(field);
  expect(isOpen()).toBe(true);
  blur();
  fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' });
  expect(isOpen()).toBe(true);
});

test('typing and Enter choose the first option that fits, and do not send the form', () => {
  const { field, type, pressEnter, isOpen } = open();
  type('f');
  expect(pressEnter()).toBe(false);
  expect(field.value).toBe('Furniture & Decor');
  expect(isOpen()).toBe(false);
});

test('Enter without a fitting option does not send the form with the value before', () => {
  const { type, pressEnter } = open();
  type('zzz');
  expect(pressEnter()).toBe(false);
});

test('Enter in a closed list sends the form', () => {
  expect(open().pressEnter()).toBe(true);
});
