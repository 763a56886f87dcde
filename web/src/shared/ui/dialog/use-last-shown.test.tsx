import { Modal, MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLastShown } from './use-last-shown.ts';

function Dialog({ name }: { name: string | null }) {
  const shown = useLastShown(name);
  return (
    <Modal opened={name !== null} onClose={() => undefined} transitionProps={{ duration: 100 }}>
      {shown !== null && <p>{shown}</p>}
    </Modal>
  );
}

test('a dialog shows the newest value, and keeps showing it until it has closed', async () => {
  const dialog = (name: string | null) => (
    <MantineProvider>
      <Dialog name={name} />
    </MantineProvider>
  );
  const { rerender } = render(dialog(null));
  expect(screen.queryByRole('paragraph')).toBeNull();
  for (const name of ['one', 'two']) {
    rerender(dialog(name));
    expect((await screen.findByRole('paragraph')).textContent).toBe(name);
  }
  rerender(dialog(null));
  expect(screen.getByRole('paragraph').textContent).toBe('two');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('paragraph')).toBeNull();
});
