import { z } from 'zod';

/** When the mail about a kind of notification comes: at once, in a digest, or never. */
export const mailPaceSchema = z.enum(['now', 'daily', 'weekly', 'off']);
export type MailPace = z.infer<typeof mailPaceSchema>;

/** Whether mails of a pace come in the digest. */
export const isCollected = (pace: MailPace): boolean => pace === 'daily' || pace === 'weekly';

/** How the signed-in user is notified, per kind of notification that leaves a choice. */
export const notificationPreferencesSchema = z.array(
  z.object({
    kind: z.string(),
    /** The displayed name. */
    label: z.string(),
    /** Whether notifications of this kind are on the page. */
    page: z.boolean(),
    mail: mailPaceSchema,
    /** Decisions cannot be kept off the page. */
    isPageOptional: z.boolean(),
    /** The choices for `mail`. */
    paces: z.array(mailPaceSchema),
  }),
);
export type NotificationPreference = z.infer<typeof notificationPreferencesSchema>[number];

/** The choices to change; kinds and fields that are not named stay as they are. */
export const saveNotificationPreferencesSchema = z.object({
  preferences: z
    .array(z.object({ kind: z.string().max(50), page: z.boolean().optional(), mail: mailPaceSchema.optional() }))
    .max(50),
});
export type SaveNotificationPreferences = z.infer<typeof saveNotificationPreferencesSchema>;

/** When daily and weekly mails come: an hour in a time zone, which is UTC (null) until the user chooses. */
export const digestTimeSchema = z.object({ hour: z.number().int(), timeZone: z.string().nullable() });
export type DigestTime = z.infer<typeof digestTimeSchema>;

export const saveDigestTimeSchema = z.object({
  hour: z.number().int().min(0).max(23),
  timeZone: z.string().max(64),
});
export type SaveDigestTime = z.infer<typeof saveDigestTimeSchema>;

/** Whether the caller has muted a conversation or request. */
export const muteSchema = z.object({ isMuted: z.boolean() });
export type Mute = z.infer<typeof muteSchema>;

/** The caller's mutes: each entry names either the quote of a conversation or a post. */
export const mutesSchema = z.array(
  z.object({ quoteId: z.number().int().nullable(), postId: z.number().int().nullable(), createdAt: z.string() }),
);
