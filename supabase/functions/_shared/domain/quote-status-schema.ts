import { z } from 'zod';

import { QUOTE_EVENT_KINDS, QUOTE_STATUSES } from './quote-status.ts';

export const quoteStatusSchema = z.enum(QUOTE_STATUSES);
export const quoteEventKindSchema = z.enum(QUOTE_EVENT_KINDS);
