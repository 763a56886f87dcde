import { z } from 'zod';

/** A time with its UTC offset, as answers have it. A file of its own: forms without a time need none of it. */
export const timeSchema = z.iso.datetime({ offset: true });
