import { z } from 'zod';
import { projectKeys } from './project-keys.ts';

function required(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

const optional = (name: string) => Deno.env.get(name) || null;

const list = (name: string) =>
  (Deno.env.get(name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** The environment of the functions; the platform provides SUPABASE_*. */
export const env = {
  supabaseUrl: required('SUPABASE_URL'),
  ...projectKeys((name) => Deno.env.get(name)),
  /** The public address of the platform, if the functions reach it under an internal name. */
  publicUrl: new URL(optional('SUPABASE_PUBLIC_URL') ?? required('SUPABASE_URL')).origin,
  /** Origin of the page, without a trailing slash. */
  siteUrl: new URL(required('SITE_URL')).origin,
  /** Further origins that can use `/api` from a browser, separated by commas. */
  furtherOrigins: list('ALLOWED_ORIGINS'),
  /** Number of trusted reverse proxies that add to X-Forwarded-For; entries further left are the client's own claim. */
  trustedHops: z.coerce
    .number()
    .int()
    .min(1)
    .parse(Deno.env.get('TRUSTED_PROXY_HOPS') ?? 1),
  /** Secret that the host of the page sends; a call without it counts as one that bypassed the host. */
  proxySecret: optional('PROXY_SECRET'),
  /** Secret that the scheduler sends; without it no job can be started. */
  cronSecret: optional('CRON_SECRET'),
  /** The https address of the job `exchange-rates`, with the answer described in docs/operate.md. Without one the job does nothing. */
  exchangeRatesUrl: optional('EXCHANGE_RATES_URL'),
  /** `off`: no mail leaves. */
  mails: z.enum(['on', 'off']).parse(Deno.env.get('MAILS') ?? 'on'),
  /** Whether the mail server is a mailbox on this machine, from which no mail leaves. */
  hasMailbox: Deno.env.get('MAILBOX') === 'true',
  /** Mail servers in a private network that the email settings may name. */
  privateSmtpHosts: list('PRIVATE_SMTP_HOSTS').map((host) => host.toLowerCase()),
  /** The mail server, unless the email settings name one. */
  smtp: {
    host: optional('SMTP_HOST'),
    port: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .parse(Deno.env.get('SMTP_PORT') ?? 587),
    security: z.enum(['none', 'starttls', 'tls']).parse(Deno.env.get('SMTP_SECURITY') ?? 'starttls'),
    user: optional('SMTP_USER'),
    secret: optional('SMTP_PASSWORD'),
    from: optional('SMTP_FROM'),
  },
};
