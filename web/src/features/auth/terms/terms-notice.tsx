import { Suspense } from 'react';
import { TERMS_VERSION } from '@domain/terms.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { needsAcceptance } from './needs-acceptance.ts';

// Rarely shown.
const TermsBanner = lazyPart(async () => (await import('./terms-banner.tsx')).TermsBanner);

/** Shows the banner to users who accepted older terms or none. */
export function TermsNotice() {
  const current = useCurrentUser();
  if (current.status !== 'user') return null;
  const { termsVersion } = current.user;
  if (!needsAcceptance(termsVersion, TERMS_VERSION)) return null;
  return (
    <Suspense>
      <TermsBanner hasAcceptedBefore={termsVersion !== null} />
    </Suspense>
  );
}
