import { PRODUCT_NAME } from '@domain/product.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** The loading screen: same markup as in `index.html`, to avoid a layout shift on takeover. */
export function LoadingScreen() {
  const { t } = useLanguage();
  return (
    <main className="loading-screen">
      <h1 className="loading-screen__name">{PRODUCT_NAME}</h1>
      <p className="loading-screen__text" role="status">
        {t('Loading...')}
      </p>
      <div className="loading-screen__bar" aria-hidden="true" />
    </main>
  );
}
