/** The name of the product, used everywhere, also on the loading screen. */
export const PRODUCT_NAME = 'Marketplace Platform';
export const TAGLINE = 'Business for everyone';
