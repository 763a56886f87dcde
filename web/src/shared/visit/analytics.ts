const DEFAULT_VALUE = 1;
const DEFAULT_CURRENCY = 'VND';

/** The conversions that are reported. */
export type Conversion =
  | 'registration'
  | 'login'
  | 'email_verification'
  | 'post_creation'
  | 'quote_submission'
  | 'message_sent'
  | 'review_submission'
  | 'search';

export type ConversionValue = { value?: number; currency?: string };

type TagCommand = (command: 'event', name: string, parameters: Record<string, unknown>) => void;

declare global {
  interface Window {
    /** The ad tag, when the operator has put one on the page. */
    gtag?: TagCommand;
    /** The trigger of AMP pages, which know no tag function. */
    ampTriggerEvent?: (name: string, parameters: Record<string, unknown>) => void;
  }
}

function isAmpPage(): boolean {
  const root = document.documentElement;
  return root.hasAttribute('amp') || root.hasAttribute('⚡');
}

/** The ad account that conversions are sent to, from `<meta name="ads-conversion-id">`; empty when the operator has none. */
function adAccount(): string {
  return document.querySelector('meta[name="ads-conversion-id"]')?.getAttribute('content') ?? '';
}

function send(name: string, parameters: Record<string, unknown>): void {
  try {
    if (isAmpPage()) window.ampTriggerEvent?.(name, parameters);
    else window.gtag?.('event', name, parameters);
  } catch (error) {
    console.warn('Analytics failed:', error);
  }
}

/**
 * Reports something that happened under its own name, such as "post_created". Without a tag nothing is sent, and nothing ever
 * throws: docs/decisions.md#analytics-never-stand-in-the-way
 */
export function trackEvent(name: 'post_created' | 'quote_submitted', parameters: Record<string, unknown> = {}): void {
  send(name, parameters);
}

/** Reports a conversion: value 1 and currency VND unless given; a value that is no number counts as 1. */
export function trackConversion(conversion: Conversion, { value, currency }: ConversionValue = {}): void {
  const account = adAccount();
  const isNumber = value !== undefined && Number.isFinite(value);
  send('conversion', {
    send_to: account ? `${account}/${conversion}` : conversion,
    value: isNumber ? value : DEFAULT_VALUE,
    currency: currency ?? DEFAULT_CURRENCY,
  });
}
