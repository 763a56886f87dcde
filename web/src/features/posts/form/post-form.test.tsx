import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { REQUIREMENT_FIELDS } from '@domain/requirements-schema.ts';
import { PostForm } from './post-form.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const renderForm = () =>
  render(
    <MantineProvider env="test">
      <PostForm draftKey={null} onSend={vi.fn()} onClose={vi.fn()} hasFiles={false} />
    </MantineProvider>,
  ).container;

test('the form has an input for every requirement', () => {
  const names = [...renderForm().querySelectorAll('input[name]')].map((input) => input.getAttribute('name') ?? '');
  expect(REQUIREMENT_FIELDS.filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  { name: 'quantity', text: '1500 pieces', result: { quantity: '1500', unit: 'piece' } },
  {
    name: 'targetPrice',
    text: '650 EUR/ton',
    result: { targetPrice: '650', targetCurrency: 'EUR', unit: 'ton' },
  },
])('$text fills the fields that it names once $name is left', async ({ name, text, result }) => {
  const form = renderForm();
  const value = (field: string) => form.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.value;
  const input = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  await userEvent.type(input ?? form, text);
  expect(value(name)).toBe(text);
  await userEvent.tab();
  for (const [field, expected] of Object.entries(result)) expect(value(field), field).toBe(expected);
});
