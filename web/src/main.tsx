import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { onlineManager } from '@tanstack/react-query';
import './app/styles.ts';
import { startAuth } from '@/shared/backend/auth-session.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { reportRefusedText } from '@/shared/backend/report-refused-text.ts';
import { startSession } from '@/shared/session/sync-session.ts';
import { languageStarted } from '@/shared/i18n/start-language.ts';
import { App } from './app/app.tsx';
import { interpretSchemas } from './app/interpret-schemas.ts';
import { keepPlace } from './app/keep-place.ts';
import { provideStorage } from './app/provide-storage.ts';
import { firstPageLoaded } from './app/routes.tsx';
import { sheetsApplied } from './app/first-paint/sheets-applied.ts';
import { fetchAheadOnceUsed } from '@/shared/lazy/fetch-ahead.ts';
import { firstDataRead } from '@/shared/lazy/first-draw.ts';
import { noteEarlyFocus } from '@/shared/ui/early-focus.ts';
import { warnOfDomRemoval, silenceDomRemovalErrors } from '@/shared/errors/dom-removal-error.ts';

interpretSchemas();
provideStorage();
silenceDomRemovalErrors();
fetchAheadOnceUsed();
keepPlace();
noteEarlyFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = createRoot(root, {
  onCaughtError: (error) => {
    if (!warnOfDomRemoval(error)) console.error(error);
  },
});

// A page can start offline. React Query would take it to be online, and miss the moment when it is.
onlineManager.setOnline(navigator.onLine);
const queryClient = createQueryClient(reportRefusedText);
startSession(queryClient);
startAuth();

// Until then `index.html` shows the loading screen or a still. A transition renders the page in slices, between which
// input is handled.
void Promise.all([sheetsApplied, languageStarted, firstPageLoaded])
  .then(() => firstDataRead(queryClient))
  .then(() => startTransition(() => page.render(<App queryClient={queryClient} />)));
