import { z } from 'zod';
import { projectKeys } from './project-keys.ts';

function required(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

const optional = (name: string) => Deno.env.get(name) || null;

/** The environment of the functions; the platform provides SUPABASE_*. */
export const env = {
  supabaseUrl: required('SUPABASE_URL'),
  ...projectKeys((name) => Deno.env.get(name)),
  /** Where callers reach the platform, when the functions reach it under an inner name. */
  publicUrl: new URL(optional('SUPABASE_PUBLIC_URL') ?? required('SUPABASE_URL')).origin,
  /** Origin of the page, without a slash at the end. */
  siteUrl: new URL(required('SITE_URL')).origin,
  /** Further origins that may use `/api` from a browser, separated by commas. */
  furtherOrigins: (Deno.env.get('ALLOWED_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean),
  /** How many proxies in front of the functions add to X-Forwarded-For; entries further left are the client's own claim. */
  trustedHops: z.coerce
    .number()
    .int()
    .min(1)
    .parse(Deno.env.get('TRUSTED_PROXY_HOPS') ?? 1),
  /** Secret that the host of the page sends; without it a call counts as one past the host. */
  proxySecret: optional('PROXY_SECRET'),
  /** Secret that the scheduler sends; without it no job can be started. */
  cronSecret: optional('CRON_SECRET'),
  /** Where the job `exchange-rates` reads: an https address that answers as docs/operate.md says. Without one it does nothing. */
  exchangeRatesUrl: optional('EXCHANGE_RATES_URL'),
  /** The mail server as long as the email settings name none. */
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
