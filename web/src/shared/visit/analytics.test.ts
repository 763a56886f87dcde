// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { trackConversion, trackEvent, type Conversion } from './analytics.ts';

const conversions: readonly Conversion[] = [
  'registration',
  'login',
  'email_verification',
  'post_creation',
  'quote_submission',
  'message_sent',
  'review_submission',
  'search',
];

describe('conversions', () => {
  const tag = vi.fn();
  beforeEach(() => {
    tag.mockReset();
    window.gtag = tag;
  });
  afterEach(() => {
    delete window.gtag;
    delete window.ampTriggerEvent;
    document.documentElement.removeAttribute('amp');
    document.head.innerHTML = '';
  });

  test.each(conversions)('the conversion %s is sent to the ad account', (conversion) => {
    document.head.innerHTML = '<meta name="ads-conversion-id" content="AW-1">';
    trackConversion(conversion);
    expect(tag).toHaveBeenCalledWith('event', 'conversion', expect.objectContaining({ send_to: `AW-1/${conversion}` }));
  });

  test('a conversion counts as 1 VND when nothing is given [A573]', () => {
    trackConversion('search');
    expect(tag).toHaveBeenCalledWith('event', 'conversion', { send_to: 'search', value: 1, currency: 'VND' });
  });

  test('a conversion carries a real value in its own currency', () => {
    trackConversion('quote_submission', { value: 12.5, currency: 'USD' });
    expect(tag).toHaveBeenCalledWith('event', 'conversion', {
      send_to: 'quote_submission',
      value: 12.5,
      currency: 'USD',
    });
  });

  test('a conversion counts as 1 when the value is no number', () => {
    trackConversion('quote_submission', { value: Number.NaN, currency: 'USD' });
    expect(tag).toHaveBeenCalledWith('event', 'conversion', expect.objectContaining({ value: 1 }));
  });

  test('conversions are not sent without a tag, and nothing throws [A574]', () => {
    delete window.gtag;
    expect(() => conversions.forEach((conversion) => trackConversion(conversion))).not.toThrow();
    expect(() => trackEvent('post_created')).not.toThrow();
    expect(tag).not.toHaveBeenCalled();
  });

  test('conversions use the trigger of an AMP page instead of the tag [A575]', () => {
    const trigger = vi.fn();
    window.ampTriggerEvent = trigger;
    document.documentElement.setAttribute('amp', '');
    trackConversion('login');
    expect(trigger).toHaveBeenCalledWith('conversion', { send_to: 'login', value: 1, currency: 'VND' });
    expect(tag).not.toHaveBeenCalled();
  });

  test('a broken tag never breaks the page', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    tag.mockImplementation(() => {
      throw new Error('blocked');
    });
    expect(() => trackEvent('quote_submitted', { price: '5 USD' })).not.toThrow();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('events', () => {
  test('events are sent under their own name', () => {
    const tag = vi.fn();
    window.gtag = tag;
    trackEvent('quote_submitted', { price: '5 USD' });
    expect(tag).toHaveBeenCalledWith('event', 'quote_submitted', { price: '5 USD' });
  });
});
