import { z } from 'zod';
import { dataOf, type Client } from '../../_shared/clients.ts';
import {
  emailSettingsBodySchema,
  type EmailSettings,
  MAIL_IS_HELD,
  MAIL_WAITS,
  mailTemplateSchema,
  mailTextSchema,
} from '../../_shared/domain/email-settings.ts';
import { DEFAULT_LOCALE } from '../../_shared/domain/locale.ts';
import { MAIL_LOCALES, MAIL_NAMES, mailTemplate } from '../../_shared/domain/mail-templates.ts';
import { previewMail } from '../../_shared/domain/preview-mail.ts';
import { env } from '../../_shared/env.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { sendMailNow } from '../../_shared/mail-function.ts';
import { pageFields } from '../admin-list.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Settings, templates and log of mails. The database functions behind it check the role themselves. */
export const adminEmailSettingsRoutes = new ApiRoutes('Admin: email settings');

const localeSchema = z.enum(MAIL_LOCALES);
/** The language of the template. */
const localeQuery = z.object({ locale: localeSchema.default(DEFAULT_LOCALE) });

const settingsAnswer = z.object({
  fromName: z.string(),
  fromAddress: z.string().nullable(),
  replyTo: z.string().nullable(),
  smtpHost: z.string().nullable(),
  smtpPort: z.number(),
  smtpSecurity: z.string(),
  smtpUser: z.string().nullable(),
  hasSecret: z.boolean(),
  dailyCap: z.number(),
  footerAddress: z.string(),
  sentToday: z.number(),
  templates: z.array(
    z.object({
      template: z.string(),
      label: z.string(),
      isOptional: z.boolean(),
      isEnabled: z.boolean(),
      subject: z.string().nullable(),
      body: z.string().nullable(),
    }),
  ),
});

/** Settings by the names of their columns. */
const serverOf = (body: EmailSettings) => ({
  from_name: body.fromName,
  from_address: body.fromAddress,
  reply_to: body.replyTo,
  smtp_host: body.smtpHost,
  smtp_port: body.smtpPort,
  smtp_security: body.smtpSecurity,
  smtp_user: body.smtpUser,
  footer_address: body.footerAddress,
});

adminEmailSettingsRoutes.operation(
  {
    method: 'get',
    path: '/admin/email-settings',
    summary: 'Get the email settings and the text of each mail in one language; the password is never returned',
    access: 'admin',
    query: localeQuery,
    answer: settingsAnswer,
  },
  async ({ client, query }) => {
    const settings = dataOf(await client.rpc('email_settings').single());
    const templates = dataOf(await client.rpc('list_mail_templates', { locale: query.locale }));
    return {
      fromName: settings.from_name,
      fromAddress: settings.from_address,
      replyTo: settings.reply_to,
      smtpHost: settings.smtp_host,
      smtpPort: settings.smtp_port,
      smtpSecurity: settings.smtp_security,
      smtpUser: settings.smtp_user,
      hasSecret: settings.has_secret,
      dailyCap: settings.daily_cap,
      footerAddress: settings.footer_address,
      sentToday: settings.sent_today,
      templates: templates.map(({ template, is_optional, is_enabled, subject, body }) => ({
        template,
        label: mailTemplate(template)?.label ?? template,
        isOptional: is_optional,
        isEnabled: is_enabled,
        subject,
        body,
      })),
    };
  },
);

adminEmailSettingsRoutes.operation(
  {
    method: 'put',
    path: '/admin/email-settings',
    summary: 'Save the email settings; an empty password keeps the stored one unless server or user change',
    access: 'admin',
    body: emailSettingsBodySchema,
    answer: doneSchema,
  },
  async ({ client, body }) => {
    dataOf(
      await client.rpc('save_email_settings', {
        smtp_secret: body.smtpSecret,
        settings: { ...serverOf(body), daily_cap: body.dailyCap },
      }),
    );
    return { message: 'Email settings saved' };
  },
);

adminEmailSettingsRoutes.operation(
  {
    method: 'put',
    path: '/admin/email-settings/templates',
    summary: 'Switch a mail on or off and change its text in one language; null restores the default',
    access: 'admin',
    query: localeQuery,
    body: mailTemplateSchema,
    answer: doneSchema,
  },
  async ({ client, query, body }) => {
    dataOf(
      await client.rpc('save_mail_template', {
        template: body.template,
        is_enabled: body.isEnabled,
        subject: body.subject ?? undefined,
        body: body.body ?? undefined,
        locale: query.locale,
      }),
    );
    return { message: 'Email settings saved' };
  },
);

adminEmailSettingsRoutes.operation(
  {
    method: 'post',
    path: '/admin/email-settings/preview',
    summary: 'Preview a mail with example values, as text and HTML',
    access: 'admin',
    query: localeQuery,
    body: mailTextSchema,
    answer: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  },
  async ({ client, query, body }) => {
    const settings = dataOf(await client.rpc('email_settings').single());
    const english = dataOf(await client.rpc('list_mail_templates'));
    const mail = previewMail({
      name: body.template,
      locale: query.locale,
      subject: body.subject,
      body: body.body,
      english: english.find(({ template }) => template === body.template),
      siteUrl: env.siteUrl,
      footerAddress: settings.footer_address,
      unsubscribeUrl: null,
    });
    if (!mail) throw notFound('Template');
    return mail;
  },
);

const testAnswer = z.object({ outcome: z.enum(['sent', 'bounced', 'retry', 'failed', 'queued']), answer: z.string() });

/** Sends a test mail to the caller, by the saved settings unless others are given. */
async function sendTestMail(
  client: Client,
  locale: z.infer<typeof localeSchema> | undefined,
  trial?: object,
): Promise<z.infer<typeof testAnswer>> {
  const id = dataOf(await client.rpc('queue_test_mail', { locale }));
  const delivery = await sendMailNow(id, trial);
  if (delivery) return delivery;
  const { held_by } = dataOf(await client.rpc('mail_queue').single());
  return { outcome: 'queued', answer: held_by === null ? MAIL_WAITS : MAIL_IS_HELD };
}

adminEmailSettingsRoutes.operation(
  {
    method: 'post',
    path: '/admin/email-settings/test',
    summary:
      'Send a test mail to my own address, in my language unless one is named; the answer has what the mail server said',
    access: 'admin',
    query: z.object({ locale: localeSchema.optional() }),
    answer: testAnswer,
  },
  ({ client, query }) => sendTestMail(client, query.locale),
);

adminEmailSettingsRoutes.operation(
  {
    method: 'post',
    path: '/admin/email-settings/trial',
    summary:
      'Send a test mail to my own address by settings that are not saved; an empty password is the stored one unless server or user differ',
    access: 'admin',
    body: emailSettingsBodySchema,
    answer: testAnswer,
  },
  ({ client, body }) => {
    const unset = (text: string) => text || null;
    const server = serverOf(body);
    return sendTestMail(client, undefined, {
      ...server,
      from_address: unset(server.from_address),
      reply_to: unset(server.reply_to),
      smtp_host: unset(server.smtp_host),
      smtp_user: unset(server.smtp_user),
      smtp_secret: unset(body.smtpSecret),
    });
  },
);

adminEmailSettingsRoutes.operation(
  {
    method: 'get',
    path: '/admin/email-settings/queue',
    summary: 'See how many mails wait and since when, how many failed, the last error, and why no mail leaves',
    access: 'admin',
    answer: z.object({
      waiting: z.number(),
      oldestAt: z.string().nullable(),
      failed: z.number(),
      lastError: z.string().nullable(),
      siteUrl: z.string().nullable(),
      heldBy: z.string().nullable(),
    }),
  },
  async ({ client }) => {
    const queue = dataOf(await client.rpc('mail_queue').single());
    return {
      waiting: queue.waiting,
      oldestAt: queue.oldest_at,
      failed: queue.failed,
      lastError: queue.last_error,
      siteUrl: queue.site_url,
      heldBy: queue.held_by,
    };
  },
);

adminEmailSettingsRoutes.operation(
  {
    method: 'post',
    path: '/admin/email-settings/queue/retry',
    summary: 'Make the mails that failed, or that wait for another try, due now, up to 10,000',
    access: 'admin',
    body: z.object({ status: z.enum(['queued', 'failed']) }),
    answer: z.object({ count: z.number() }),
  },
  async ({ client, body }) => ({
    count: dataOf(await client.rpc('retry_mails', { failed: body.status === 'failed' })),
  }),
);

adminEmailSettingsRoutes.operation(
  {
    method: 'put',
    path: '/admin/email-settings/site',
    summary: 'Name the address whose mails are held as that of the marketplace, so that they leave; main admins only',
    access: 'admin',
    body: z.object({ siteUrl: z.string().max(300) }),
    answer: doneSchema,
    refusals: { 409: 'No mails are held for this address' },
  },
  async ({ client, body }) => {
    dataOf(await client.rpc('send_mails_from', { site: body.siteUrl }));
    return { message: 'Mails leave' };
  },
);

const logQuery = z.object({
  ...pageFields,
  q: z.string().trim().max(320).optional(),
  status: z.enum(['queued', 'sending', 'sent', 'bounced', 'failed']).optional(),
  template: z.enum(MAIL_NAMES).optional(),
});

const logEntry = z.object({
  id: z.number(),
  to: z.string(),
  template: z.string(),
  status: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
  providerAnswer: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});

adminEmailSettingsRoutes.operation(
  {
    method: 'get',
    path: '/admin/email-settings/log',
    summary: 'List the mails of the last 30 days with masked receivers; a total of 10001 means "more than 10,000"',
    access: 'admin',
    query: logQuery,
    answer: z.object({ items: z.array(logEntry), total: z.number() }),
  },
  async ({ client, query }) => {
    const rows = dataOf(
      await client.rpc('list_mail_log', {
        page: query.page,
        page_size: query.pageSize,
        only_status: query.status,
        only_template: query.template,
        q: query.q || undefined,
        sort_order: query.order,
      }),
    );
    const items = rows.map((row) => ({
      id: row.id,
      to: row.recipient,
      template: row.template,
      status: row.status,
      attempts: row.attempts,
      error: row.error,
      providerAnswer: row.provider_answer,
      createdAt: row.created_at,
      sentAt: row.sent_at,
    }));
    return { items, total: rows[0]?.total ?? 0 };
  },
);

adminEmailSettingsRoutes.operation(
  {
    method: 'post',
    path: '/admin/email-settings/log/{id}/retry',
    summary: 'Send a failed or bounced mail again',
    access: 'admin',
    ids: { id: 'Mail' },
    answer: doneSchema,
    refusals: { 409: 'The mail has not failed' },
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('retry_mail', { mail_id: ids.id }));
    return { message: 'Mail queued' };
  },
);
