import { Suspense } from 'react';
import { TERMS_VERSION } from '@domain/terms.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useAcceptTerms } from '../api/accept-terms.ts';
import { needsAcceptance } from '../needs-acceptance.ts';

// Few people see it, and not often.
const TermsBanner = lazyPart(async () => (await import('./terms-banner.tsx')).TermsBanner);

/** Shows the banner of newer terms to users who accepted older ones or none. */
export function TermsNotice() {
  const current = useCurrentUser();
  const accept = useAcceptTerms();
  if (current.status !== 'user') return null;
  const { termsVersion } = current.user;
  if (!needsAcceptance(termsVersion, TERMS_VERSION)) return null;
  const handleAccept = () => void tellOutcome(accept.mutateAsync(), {});
  return (
    <Suspense>
      <TermsBanner hasAcceptedBefore={termsVersion !== null} onAccept={handleAccept} />
    </Suspense>
  );
}
