import { z } from 'zod';
import { idSchema, requiredText } from './input.ts';

export const BROADCAST_MESSAGE_MAX = 300;
export const AUDIENCE_VALUES_MAX = 1_000;

export const audienceKinds = ['all', 'role', 'country', 'category', 'usernames'] as const;
export const linkKinds = ['none', 'post', 'quote', 'news'] as const;

/** The audience of a broadcast: everybody, or the users with one of the values. */
export const audienceSchema = z.object({
  audience: z.enum(audienceKinds),
  audienceValues: z.array(z.string().trim().min(1).max(60)).max(AUDIENCE_VALUES_MAX).default([]),
});

/** A notification to many users. Without a time it is sent now. */
export const broadcastSchema = audienceSchema
  .extend({
    message: requiredText(
      'Message is required',
      BROADCAST_MESSAGE_MAX,
      `Message must be at most ${BROADCAST_MESSAGE_MAX} characters`,
    ),
    linkKind: z.enum(linkKinds).default('none'),
    linkId: idSchema.nullish(),
    withEmail: z.boolean().default(false),
    sendAt: z.iso.datetime({ offset: true }).nullish(),
  })
  .check(({ value: { audience, audienceValues, linkKind, linkId }, issues }) => {
    if (audience !== 'all' && audienceValues.length === 0) {
      issues.push({ code: 'custom', input: audienceValues, path: ['audienceValues'], message: 'Choose who gets it' });
    }
    if (linkKind !== 'none' && !linkId) {
      issues.push({ code: 'custom', input: linkId, path: ['linkId'], message: `Enter the number of the ${linkKind}` });
    }
  });
