import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { BroadcastForm } from './broadcast-form.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

afterEach(() => vi.unstubAllGlobals());

test('a notification is not confirmed as one to 0 users while its receivers are being counted', async () => {
  vi.stubGlobal('CSS', { supports: () => false });
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  const router = createMemoryRouter([{ path: '*', element: <BroadcastForm /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'Maintenance tonight' } });
  fireEvent.click(screen.getByText('Send', { selector: 'button *' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).not.toContain('0 users');
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send');
  expect(confirm?.disabled).toBe(true);
});
