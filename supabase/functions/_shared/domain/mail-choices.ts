import { z } from 'zod';

/** The token of a link in a mail; only the database knows whether it is valid. */
const tokenSchema = z.string().max(300);

/** The query for mail choices: the link in a mail identifies its receiver. */
export const mailChoicesQuerySchema = z.object({ token: tokenSchema });

const mailsSchema = z.array(z.string().max(50)).max(50);

/** The mails that the receiver wants from now on, by name, and those that they were shown as wanted before they chose. */
export const saveMailChoicesSchema = z.object({
  token: tokenSchema,
  wanted: mailsSchema,
  shown: mailsSchema.optional(),
});
export type SaveMailChoices = Omit<z.infer<typeof saveMailChoicesSchema>, 'token'>;

/** The mails that users can unsubscribe from. */
export const mailChoicesSchema = z.object({
  username: z.string(),
  choices: z.array(
    z.object({
      template: z.string(),
      /** The displayed name. */
      label: z.string(),
      isWanted: z.boolean(),
      /** Whether the link came with a mail of this kind. */
      isOfLink: z.boolean(),
    }),
  ),
});
export type MailChoices = z.infer<typeof mailChoicesSchema>;

export const INVALID_MAIL_LINK = 'This link is not valid';
