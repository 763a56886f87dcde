import { Suspense, useLayoutEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { TermsNotice } from '@/features/auth/terms/terms-notice.tsx';
import { offeredLocale, readChoice } from '@/shared/i18n/choice.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { arrive } from '@/shared/session/intent.ts';
import { SearchProvider } from '@/shared/search/search-provider.tsx';
import { ErrorBoundary } from '@/shared/ui/state/error-boundary.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { PLACES } from '../keep-place.ts';
import { AppFooter } from './app-footer.tsx';
import { AppHeader } from './app-header.tsx';
import { redoClickOnStill } from '../first-paint/click-on-still.ts';
import { NavigationProgress } from './navigation-progress.tsx';
import { OfflineBar } from './offline-bar.tsx';
import classes from './app-layout.module.css';

// Not urgent.
const QuietHelpers = lazyPart(async () => (await import('./quiet-helpers.tsx')).QuietHelpers);
// Rarely shown.
const LanguageBar = lazyPart(async () => (await import('./language-bar.tsx')).LanguageBar);
const SuspensionNotice = lazyPart(async () => (await import('./suspension-notice.tsx')).SuspensionNotice);

const isLanguageOffered = readChoice() === null && offeredLocale(navigator.languages) !== null;

/** Layout of all pages: header, page and footer. */
export function AppLayout() {
  const { t } = useLanguage();
  const { pathname } = useLocation();
  const current = useCurrentUser();
  useLayoutEffect(arrive, [pathname]);
  // After the first render is complete, and before another click can happen.
  useLayoutEffect(() => queueMicrotask(redoClickOnStill), []);
  return (
    <SearchProvider>
      <div className={classes.shell}>
        <a className={classes.skipLink} href="#content">
          {t('Skip to content')}
        </a>
        <NavigationProgress />
        <AppHeader />
        {current.status === 'user' && current.user.suspension && (
          <Suspense>
            <SuspensionNotice {...current.user.suspension} />
          </Suspense>
        )}
        {/* A new element per page: it can be removed as a whole, even if a translator has moved nodes inside it. */}
        <main key={pathname} id="content" tabIndex={-1} className={classes.main}>
          <ErrorBoundary>
            <Outlet />
          </ErrorBoundary>
        </main>
        <AppFooter />
        {isLanguageOffered && (
          <Suspense>
            <LanguageBar />
          </Suspense>
        )}
        <TermsNotice />
        <Suspense>
          <QuietHelpers />
        </Suspense>
        <OfflineBar />
      </div>
      <ScrollRestoration storageKey={PLACES} />
    </SearchProvider>
  );
}
