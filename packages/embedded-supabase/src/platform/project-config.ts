import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';

const provider = z.object({
  enabled: z.boolean().default(false),
  client_id: z.string().default(''),
  secret: z.string().default(''),
});

/** The part of `supabase/config.toml` that the embedded server implements. */
const configSchema = z.object({
  api: z.object({ schemas: z.array(z.string()), extra_search_path: z.array(z.string()), max_rows: z.number().int() }),
  storage: z.object({ file_size_limit: z.string() }),
  auth: z.object({
    site_url: z.string(),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.number().int(),
    enable_refresh_token_rotation: z.boolean(),
    refresh_token_reuse_interval: z.number().int(),
    enable_signup: z.boolean(),
    rate_limit: z.object({
      token_refresh: z.number().int(),
      sign_in_sign_ups: z.number().int(),
      token_verifications: z.number().int(),
    }),
    minimum_password_length: z.number().int(),
    email: z.object({
      double_confirm_changes: z.boolean(),
      enable_confirmations: z.boolean(),
      otp_length: z.number().int(),
      otp_expiry: z.number().int(),
    }),
    external: z.object({ google: provider, github: provider }),
  }),
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
});

export type ProjectConfig = z.infer<typeof configSchema>;
export type Environment = Record<string, string | undefined>;

/**
 * Reads `supabase/config.toml` below `projectDir`, replaces `env(NAME)`, and enables external providers by
 * SUPABASE_AUTH_EXTERNAL_{GOOGLE,GITHUB}_ENABLED if their credentials are set.
 * @throws if the file or a required value is missing; the message names the value
 */
export function readProjectConfig(projectDir: string, env: Environment): ProjectConfig {
  const file = join(projectDir, 'supabase', 'config.toml');
  const result = configSchema.safeParse(replaceEnv(parse(readFileSync(file, 'utf8')), env));
  if (!result.success) throw new Error(`supabase/config.toml: ${z.prettifyError(result.error)}`);
  const config = result.data;
  for (const [name, external] of Object.entries(config.auth.external)) {
    const wanted = env[`SUPABASE_AUTH_EXTERNAL_${name.toUpperCase()}_ENABLED`];
    if (wanted !== undefined) external.enabled = wanted === 'true';
    external.enabled &&= external.client_id !== '' && external.secret !== '';
  }
  return config;
}

function replaceEnv(value: unknown, env: Environment): unknown {
  if (typeof value === 'string') {
    const [, name] = /^env\((\w+)\)$/.exec(value) ?? [];
    return name === undefined ? value : (env[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item: unknown) => replaceEnv(item, env));
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceEnv(item, env)]));
  }
  return value;
}
