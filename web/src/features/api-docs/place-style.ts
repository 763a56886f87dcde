import type { CSSProperties } from 'react';

/**
 * Of an article that links lead to: the browser draws it only when it comes into view. It has no scroll margin: the
 * browser then keeps it in place while the articles above it take the height they have.
 */
export const PLACE_STYLE: CSSProperties = { contentVisibility: 'auto', containIntrinsicHeight: 'auto 400px' };
