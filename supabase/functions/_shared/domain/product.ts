/** The name of the product wherever it is written, the loading screen included. */
export const PRODUCT_NAME = 'Marketplace Platform';
export const TAGLINE = 'Business for everyone';
