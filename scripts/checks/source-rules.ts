/**
 * Rules for all files, whatever their language; rules for code are in oxlint (.oxlintrc.json). Secrets are searched here
 * and not with secretlint, which needs Node 22 and detects neither Supabase's secret keys nor service_role tokens. Pure:
 * text in, findings out.
 */
import { lineOf } from './syntax-tree.mjs';

export type Finding = { file: string; line: number; message: string };

const RULES: [pattern: RegExp, message: string, files?: RegExp][] = [
  [/\b(?:TODO|FIXME)\b/g, 'open work belongs in the tracker, not in the source'],
  [/(?<=^|[\s'"`(=])\/(?:home|Users|root|work)\/[\w.-]+/gm, 'a path of one machine'],
  [
    /"resolved": "(?!https:\/\/registry\.npmjs\.org\/|packages\/[\w-]+"|bench")/g,
    'a package that does not come from the public registry',
    /^package-lock\.json$/,
  ],
  [/sb_secret_[A-Za-z0-9_-]{8,}/g, 'a secret key'],
  [/eyJ[A-Za-z0-9_-]{8,}\.(eyJ[A-Za-z0-9_-]{8,})\.[A-Za-z0-9_-]{8,}/g, 'a service_role token'],
  [/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/g, 'a private key'],
  [/postgres(?:ql)?:\/\/[^\s:/'"`$]+:[^\s@'"`$]+@(?!localhost|127\.0\.0\.1)[^\s'"`$]+/g, 'a database password'],
];

const isServiceRole = (payload: string) => Buffer.from(payload, 'base64url').toString().includes('service_role');

/** Findings about one file. */
export function findingsIn(file: string, text: string): Finding[] {
  // These two contain the patterns themselves.
  if (/(?:^|\/)source-rules(?:\.test)?\.ts$/.test(file)) return [];
  return RULES.filter(([, , files]) => files?.test(file) ?? true).flatMap(([pattern, message]) =>
    [...text.matchAll(pattern)]
      .filter(([, payload]) => !payload || isServiceRole(payload))
      .map(({ index }) => ({ file, line: lineOf(text, index), message })),
  );
}
