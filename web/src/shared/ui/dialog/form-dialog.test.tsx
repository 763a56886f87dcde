import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FormDialog } from './form-dialog.tsx';
import { useHoldDialog } from './use-hold-dialog.ts';

function Form({ isSending }: { isSending: boolean }) {
  useHoldDialog(isSending);
  return <p>Form</p>;
}

test('a form dialog cannot be closed while the form inside is being sent, and can be afterwards', () => {
  const close = vi.fn<() => void>();
  const dialog = (isSending: boolean) => (
    <MantineProvider env="test">
      <FormDialog opened onClose={close} title="Write">
        <Form isSending={isSending} />
      </FormDialog>
    </MantineProvider>
  );
  const { rerender } = render(dialog(true));
  const button = screen.getByRole('dialog', { name: 'Write' }).querySelector('header button');
  if (!button) throw new Error('The dialog has no button that closes it');
  fireEvent.click(button);
  expect(close).not.toHaveBeenCalled();
  rerender(dialog(false));
  fireEvent.click(button);
  expect(close).toHaveBeenCalledOnce();
});
