import { TERMS_VERSION } from '@domain/terms.ts';
import { LegalPage, lazyDocument } from '@/shared/ui/legal-page/legal-page.tsx';
import { ENGLISH_TERMS } from './terms-en.tsx';

const translations = { vi: lazyDocument(async () => (await import('./terms-vi.tsx')).VIETNAMESE_TERMS) };

/** The terms of use. */
export function TermsPage() {
  return <LegalPage version={TERMS_VERSION} english={ENGLISH_TERMS} translations={translations} />;
}
