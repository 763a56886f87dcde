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

type FormProps = { send: (category: string) => void; category: string };

function Form({ send, category: chosen }: FormProps) {
  const { control, handleSubmit } = useForm({ defaultValues: { category: chosen } });
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

function open(category = 'chemicals') {
  const send = vi.fn();
  render(
    <MantineProvider>
      <Form send={send} category={category} />
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
      fireEvent.keyDown(field, { key: text.at(-1) ?? 'Delete' });
      fireEvent.change(field, { target: { value: text } });
    },
    escape: () => fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' }),
    activeOption: () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
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

test.each(['Furniture & Decor', 'furniture & decor', 'furn', ''])(
  'typing %j over the chosen option keeps it, and only the next Enter sends the form',
  (text) => {
    const { field, type, pressEnter, isOpen } = open('furniture');
    if (text !== '') type('F');
    type(text);
    expect(pressEnter()).toBe(false);
    expect(field.value).toBe('Furniture & Decor');
    expect(isOpen()).toBe(false);
    expect(pressEnter()).toBe(true);
  },
);

test('an arrow key and Enter choose after the text was emptied', () => {
  const { field, type, pressEnter } = open();
  type('');
  fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Home', code: 'Home' });
  expect(pressEnter()).toBe(false);
  expect(field.value).toBe('Furniture & Decor');
});

test('Escape shows the chosen option again, which Enter sends', () => {
  const { field, type, escape, pressEnter } = open();
  type('furn');
  escape();
  expect(field.value).toBe('Chemicals');
  expect(pressEnter()).toBe(true);
});

test('the option that Enter would choose is told to screen readers', () => {
  const { type, activeOption } = open();
  type('f');
  expect(activeOption()).toBe('Furniture & Decor');
  type('manu');
  expect(activeOption()).toBe('Manufacturing');
});
