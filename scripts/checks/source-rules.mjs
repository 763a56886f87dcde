/**
 * Rules for all files, whatever their language; rules for code are in oxlint (.oxlintrc.json). Secrets are searched here
 * and not with secretlint, which needs Node 22 and detects neither Supabase's secret keys nor service_role tokens. Pure:
 * text in, findings out.
 */

/** @typedef {{ file: string, line: number, message: string }} Finding */

/** The line number of a position in a text. @param {string} text @param {number} index */
export function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

/** @type {[pattern: RegExp, what: string][]} */
const SECRETS = [
  [/sb_secret_[A-Za-z0-9_-]{8,}/g, 'a secret key'],
  [/eyJ[A-Za-z0-9_-]{8,}\.(eyJ[A-Za-z0-9_-]{8,})\.[A-Za-z0-9_-]{8,}/g, 'a service_role token'],
  [/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/g, 'a private key'],
  [/postgres(?:ql)?:\/\/[^\s:/'"`$]+:[^\s@'"`$]+@(?!localhost|127\.0\.0\.1)[^\s'"`$]+/g, 'a database password'],
];

/** @param {string} payload */
function isServiceRoleToken(payload) {
  return Buffer.from(payload, 'base64url').toString().includes('service_role');
}

/** @type {{ rule: RegExp, message: string, files?: RegExp }[]} */
const LINES = [
  { rule: /\b(?:TODO|FIXME)\b/, message: 'open work belongs in the tracker, not in the source' },
  { rule: /(?:^|[\s'"`(=])\/(?:home|Users|root|work)\/[\w.-]+/, message: 'a path of one machine' },
  {
    rule: /"resolved": "(?!https:\/\/registry\.npmjs\.org\/|packages\/[\w-]+"|bench")/,
    files: /^package-lock\.json$/,
    message: 'a package that does not come from the public registry',
  },
];

/**
 * Findings about one file.
 * @param {string} file @param {string} text
 * @param {string[]} [fixtures] literal texts that look like secrets but are known test values
 * @returns {Finding[]}
 */
export function findingsIn(file, text, fixtures = []) {
  // These two contain the patterns themselves.
  if (/(?:^|\/)source-rules(?:\.test)?\.mjs$/.test(file)) return [];
  const lines = text.split('\n').flatMap((line, index) =>
    LINES.filter(({ rule, files }) => (files?.test(file) ?? true) && rule.test(line)).map(({ message }) => ({
      file,
      line: index + 1,
      message,
    })),
  );
  const secrets = SECRETS.flatMap(([pattern, message]) =>
    [...text.matchAll(pattern)]
      .filter(([match, payload]) => !fixtures.includes(match) && (!payload || isServiceRoleToken(payload)))
      .map(({ index }) => ({ file, line: lineOf(text, index), message })),
  );
  return [...lines, ...secrets];
}
