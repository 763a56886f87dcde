import type { CSSProperties } from 'react';

/** Of an article that links lead to: it ends up below the header, and the browser draws it only when it comes into view. */
export const PLACE_STYLE: CSSProperties = {
  scrollMarginTop: 80,
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 400px',
};
