import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import './app/styles.ts';
import { startAuth } from '@/shared/backend/auth-session.ts';
import { languageStarted } from '@/shared/i18n/start-language.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { fetchAheadOnceUsed } from '@/shared/lazy/fetch-ahead.ts';
import { isDomRemovalError, silenceDomRemovalErrors } from '@/shared/errors/dom-removal-error.ts';

silenceDomRemovalErrors();
fetchAheadOnceUsed();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = createRoot(root, {
  onCaughtError: (error) => {
    if (isDomRemovalError(error)) console.warn('Ignored a DOM manipulation error:', error);
    else console.error(error);
  },
});

void Promise.all([languageStarted, startAuth()]).then(() =>
  page.render(
    <StrictMode>
      <Providers>
        {/* Without transitions the page never lags behind its address: what is done next starts from what the address says. */}
        <RouterProvider router={router} useTransitions={false} />
      </Providers>
    </StrictMode>,
  ),
);
