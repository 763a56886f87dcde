import { TERMS_VERSION } from '@domain/terms.ts';
import { LegalPage, lazyDocument } from '@/shared/ui/legal-page/legal-page.tsx';
import { ENGLISH_PRIVACY } from './privacy-en.tsx';

const translations = { vi: lazyDocument(async () => (await import('./privacy-vi.tsx')).VIETNAMESE_PRIVACY) };

/** The privacy policy. */
export function PrivacyPage() {
  return <LegalPage version={TERMS_VERSION} english={ENGLISH_PRIVACY} translations={translations} />;
}
