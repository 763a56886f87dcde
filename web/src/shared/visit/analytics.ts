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
    /** Present if the operator has added the ad tag to the page. */
    gtag?: TagCommand;
    /** Event trigger of AMP pages, which have no tag function. */
    ampTriggerEvent?: (name: string, parameters: Record<string, unknown>) => void;
  }
}

function isAmpPage(): boolean {
  const root = document.documentElement;
  return root.hasAttribute('amp') || root.hasAttribute('⚡');
}

/** The ad account for conversions, from `<meta name="ads-conversion-id">`; empty if the operator has none. */
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
 * Reports an event by name, such as "post_created". Without a tag it does nothing, and it never throws:
 * docs/decisions.md#analytics-never-stand-in-the-way
 */
export function trackEvent(name: 'post_created' | 'quote_submitted', parameters: Record<string, unknown> = {}): void {
  send(name, parameters);
}

/** Reports a conversion. The default value is 1 (also for non-numeric values), the default currency VND. */
export function trackConversion(conversion: Conversion, { value, currency }: ConversionValue = {}): void {
  const account = adAccount();
  const isNumber = value !== undefined && Number.isFinite(value);
  send('conversion', {
    send_to: account ? `${account}/${conversion}` : conversion,
    value: isNumber ? value : DEFAULT_VALUE,
    currency: currency ?? DEFAULT_CURRENCY,
  });
}
