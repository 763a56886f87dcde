import type { IncomingMessage } from 'node:http';

/** The name of every path that no pattern describes. */
const OTHER = 'other';

/** Patterns of paths, the first that matches counts. Paths are made by strangers, so no part of one becomes a name. */
const PATTERNS: readonly (readonly [pattern: string, path: RegExp])[] = [
  ['/healthz', /^\/healthz$/],
  ['/readyz', /^\/readyz$/],
  ['/metrics', /^\/metrics$/],
  ['/rest/v1/rpc/:function', /^\/rest\/v1\/rpc\//],
  ['/rest/v1/:table', /^\/rest\/v1\//],
  ...[
    'token',
    'signup',
    'user',
    'logout',
    'verify',
    'recover',
    'otp',
    'resend',
    'authorize',
    'callback',
    'admin',
    'factors',
  ].map((name) => [`/auth/v1/${name}`, new RegExp(`^/auth/v1/${name}(?:/|$)`)] as const),
  ['/auth/v1/*', /^\/auth\/v1\//],
  ...['sign', 'public', 'authenticated', 'list', 'info', 'move', 'copy'].map(
    (name) => [`/storage/v1/object/${name}/*`, new RegExp(`^/storage/v1/object/${name}(?:/|$)`)] as const,
  ),
  ['/storage/v1/object/*', /^\/storage\/v1\/object(?:\/|$)/],
  ['/storage/v1/*', /^\/storage\/v1\//],
  ['/functions/v1/*', /^\/functions\/v1\//],
  ['/assets/*', /^\/assets\//],
  ['/mailbox', /^\/mailbox(?:\/|$)/],
  ['/static/*', /^\/static\//],
];

/** Every name that {@link routeOf} gives to a path by itself. */
export const ROUTES: ReadonlySet<string> = new Set([...PATTERNS.map(([pattern]) => pattern), OTHER]);

const known = new WeakMap<IncomingMessage, string>();

/** Records the pattern that answers a request, as its code has it. */
export function noteRoute(request: IncomingMessage, pattern: string): void {
  known.set(request, pattern);
}

/** The pattern of a request's path. */
export function routeOf(request: IncomingMessage): string {
  const noted = known.get(request);
  if (noted !== undefined) return noted;
  const [path = ''] = (request.url ?? '').split('?');
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0] ?? OTHER;
}
