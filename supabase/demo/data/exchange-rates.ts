import { z } from 'zod';
import { readTable } from './read-content.ts';

/** Value of one unit of a currency in US dollars, approximately as of November 2026. */
export const demoExchangeRates = readTable(
  'exchange-rates.json',
  z.record(z.string().length(3), z.number().positive()),
);
