export const PRODUCT_MATCHES = ['high', 'medium', 'different'] as const;
export type ProductMatch = (typeof PRODUCT_MATCHES)[number];

/** The labels of the product match. */
export const PRODUCT_MATCH_LABELS: Readonly<Record<ProductMatch, string>> = {
  high: '>90% match with description',
  medium: '70-90% match with description',
  different: 'Different from description, please provide the details:',
};

/** The price as typed, followed by the currency unless the text names one itself: "1 USD/product", "250 EUR". */
export function priceWithCurrency({ price, currency }: { price: string; currency: string }): string {
  return /\p{L}|\p{Sc}/u.test(price) ? price : `${price} ${currency}`;
}

export const ACCOUNT_TYPES = ['individual', 'organization'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];
