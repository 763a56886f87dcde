import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportQuote } from './report-quote.ts';

const tag = vi.fn();

beforeEach(() => {
  vi.stubGlobal('window', { gtag: tag });
  vi.stubGlobal('document', { documentElement: { hasAttribute: () => false }, querySelector: () => null });
});

afterEach(() => {
  vi.unstubAllGlobals();
  tag.mockReset();
});

describe('reportQuote', () => {
  test('sends the event "quote_submitted" with the price [A469]', () => {
    reportQuote({ price: '2.50 USD/kg', currency: 'USD' });
    expect(tag).toHaveBeenCalledWith('event', 'quote_submitted', { price: 2.5, currency: 'USD' });
  });

  test('sends the conversion with the value in the currency of the quote [A569]', () => {
    reportQuote({ price: '1,250', currency: 'EUR' });
    expect(tag).toHaveBeenCalledWith('event', 'conversion', expect.objectContaining({ value: 1250, currency: 'EUR' }));
  });

  test('sends the default value of a price in words', () => {
    reportQuote({ price: 'on request', currency: 'EUR' });
    expect(tag).toHaveBeenCalledWith('event', 'quote_submitted', { price: 'on request', currency: 'EUR' });
    expect(tag).toHaveBeenCalledWith('event', 'conversion', expect.objectContaining({ value: 1, currency: 'VND' }));
  });
});
