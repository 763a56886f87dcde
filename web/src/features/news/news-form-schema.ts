import { z } from 'zod';
import { newsFormSchema } from '@domain/news.ts';

/** The client id is part of the draft: when the answer to a sending got lost with the tab, the repeat still creates nothing twice */
export const formSchema = newsFormSchema.safeExtend({ clientId: z.uuid() });
export type NewsFormValues = z.input<typeof formSchema>;
export type NewsFormOutput = z.output<typeof formSchema>;
