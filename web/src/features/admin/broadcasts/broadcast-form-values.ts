import { z } from 'zod';
import { audienceKinds, broadcastSchema, linkKinds } from '@domain/broadcast.ts';
import { digitsOnly, normalized } from '@domain/numbers.ts';
import { msg } from '@/shared/i18n/msg.ts';

/** The values of the form: numbers and times as typed. */
const typedSchema = z.object({
  message: z.string(),
  audience: z.enum(audienceKinds),
  audienceValues: z.array(z.string()),
  linkKind: z.enum(linkKinds),
  linkId: z.string(),
  withEmail: z.boolean(),
  when: z.enum(['now', 'at']),
  sendAt: z.string(),
});

export type BroadcastValues = z.input<typeof typedSchema>;

const AT_REQUIRED = msg('Choose a time in the future');

/** Validates the form and turns it into the broadcast to send. */
export const broadcastFormSchema = typedSchema
  // One step for all rules, so that all errors show at once.
  .transform(({ when, sendAt, linkId, ...values }, context) => {
    const isAt = when === 'at';
    const isPast = isAt && !(Date.parse(sendAt) > Date.now());
    const parsed = broadcastSchema.safeParse({
      ...values,
      linkId: values.linkKind === 'none' || linkId.trim() === '' ? null : digitsOnly(normalized(linkId)),
      sendAt: isAt && !isPast ? new Date(sendAt).toISOString() : null,
    });
    for (const { path, message } of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    if (isPast) context.addIssue({ code: 'custom', path: ['sendAt'], message: AT_REQUIRED });
    if (!parsed.success || isPast) return z.NEVER;
    return parsed.data;
  });

export type ValidBroadcast = z.output<typeof broadcastFormSchema>;

/** An empty form. */
export const emptyBroadcast = (): BroadcastValues => ({
  message: '',
  audience: 'all',
  audienceValues: [],
  linkKind: 'none',
  linkId: '',
  withEmail: false,
  when: 'now',
  sendAt: '',
});
