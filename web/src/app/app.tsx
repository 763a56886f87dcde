import { StrictMode } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { Providers } from './providers.tsx';
import { router } from './routes.tsx';

/** Root component of the page. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <StrictMode>
      <Providers queryClient={queryClient}>
        {/* Without transitions the page never lags behind its URL, so the next action starts from what the URL says. */}
        <RouterProvider router={router} useTransitions={false} />
      </Providers>
    </StrictMode>
  );
}
