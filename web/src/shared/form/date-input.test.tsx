import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useForm, useFormState, type Control } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import { DateInput } from './date-input.tsx';

const MARK = 'Enter the whole date, or clear it';

beforeEach(() => vi.stubGlobal('CSS', { supports: () => false }));
afterEach(() => vi.unstubAllGlobals());

/** What browsers say of "12/15/2026 --:--": no value, and a bad input. */
function fillHalf(field: HTMLElement): void {
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } });
  fireEvent.keyUp(field, { key: '6' });
}
function whole(field: HTMLElement): void {
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: false } });
  fireEvent.change(field, { target: { value: '2026-12-15' } });
}
function Form({ onSend }: { onSend: (values: { day: string }) => void }) {
  const { control, handleSubmit } = useForm({ defaultValues: { day: '' } });
  return (
    <MantineProvider>
      <form onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)} noValidate>
        <DateField control={control} name="day" label="Day" />
        <button type="submit">Send</button>
      </form>
    </MantineProvider>
  );
}
const day = () => screen.getByLabelText('Day');
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

test('a form with an incomplete date is not sent, and the field says so', async () => {
  const onSend = vi.fn();
  render(<Form onSend={onSend} />);
  fillHalf(day());
  send();
  expect(await screen.findByText(MARK)).toBeTruthy();
  expect(document.activeElement).toBe(day());
  whole(day());
  send();
  await vi.waitFor(() => expect(onSend.mock.calls).toEqual([[{ day: '2026-12-15' }]]));
});

function Section({ children }: { children: (control: Control<{ day: string }>) => ReactNode }) {
  const { control, handleSubmit } = useForm({ defaultValues: { day: '' } });
  const { errors } = useFormState({ control });
  return (
    <MantineProvider>
      <form onSubmit={(event) => void handleSubmit(() => undefined)(event)} noValidate>
        <div hidden={errors.day === undefined}>{children(control)}</div>
        <button type="submit">Send</button>
      </form>
    </MantineProvider>
  );
}

test('the form has an error for an incomplete date, so that a collapsed section can open', () => {
  render(<Section>{(control) => <DateField control={control} name="day" label="Day" />}</Section>);
  fillHalf(day());
  expect(day().closest('[hidden]')).not.toBeNull();
  send();
  expect(day().closest('[hidden]')).toBeNull();
});

test('an incomplete date that was cleared is sent as none', async () => {
  const onSend = vi.fn();
  render(<Form onSend={onSend} />);
  fillHalf(day());
  send();
  Object.defineProperty(day(), 'validity', { configurable: true, value: { badInput: false } });
  fireEvent.click(await screen.findByRole('button', { name: 'Clear day' }));
  expect(screen.queryByText(MARK)).toBeNull();
  send();
  await vi.waitFor(() => expect(onSend.mock.calls).toEqual([[{ day: '' }]]));
});

test('an incomplete date is not sent from Firefox, which reports it as empty', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  const onSend = vi.fn();
  render(<Form onSend={onSend} />);
  fireEvent.keyDown(day(), { key: '1' });
  send();
  expect(await screen.findByText(MARK)).toBeTruthy();
  expect(onSend).not.toHaveBeenCalled();
});

test('a filter with an incomplete date filters by none, and says so on blur', () => {
  const onChange = vi.fn();
  render(
    <MantineProvider>
      <DateInput label="Day" value="2026-12-15" onChange={onChange} />
    </MantineProvider>,
  );
  Object.defineProperty(day(), 'validity', { configurable: true, value: { badInput: true } });
  fireEvent.change(day(), { target: { value: '' } });
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(screen.queryByText(MARK)).toBeNull();
  fireEvent.blur(day());
  expect(screen.getByText(MARK)).toBeTruthy();
});
