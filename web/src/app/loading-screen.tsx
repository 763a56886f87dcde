import { PRODUCT_NAME } from '@domain/product.ts';

/** The loading screen: the same markup as in `index.html`, so that nothing moves when the page takes over. */
export function LoadingScreen() {
  return (
    <main className="loading-screen">
      <h1 className="loading-screen__name">{PRODUCT_NAME}</h1>
      <p className="loading-screen__text" role="status">
        Loading...
      </p>
      <div className="loading-screen__bar" aria-hidden="true" />
    </main>
  );
}
