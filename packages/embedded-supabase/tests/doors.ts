/** Requests of every kind at REST, Auth and Storage, none of which can be answered without the database. */
import { PASSWORD } from './project.ts';

export interface Door {
  method: string;
  path: string;
  /** Whether it is asked with the token of a user. */
  signedIn: boolean;
  body?: unknown;
}

const guest = (method: string, path: string, body?: unknown): Door => ({ method, path, signedIn: false, body });
const member = (method: string, path: string, body?: unknown): Door => ({ method, path, signedIn: true, body });

/** @param refreshToken of a session that has not ended */
export const doorsOf = (email: string, refreshToken: string): Door[] => [
  guest('GET', '/rest/v1/numbers?select=n'),
  guest('HEAD', '/rest/v1/numbers?select=n'),
  guest('DELETE', '/rest/v1/numbers?n=eq.1'),
  guest('GET', '/rest/v1/rpc/who'),
  member('GET', '/rest/v1/numbers?select=n'),
  member('POST', '/rest/v1/notes', { body: 'a' }),
  member('PATCH', '/rest/v1/notes?id=eq.1', { body: 'b' }),
  member('POST', '/rest/v1/rpc/who', {}),
  member('GET', '/auth/v1/user'),
  member('PUT', '/auth/v1/user', { data: { name: 'a' } }),
  member('PUT', '/auth/v1/user', { password: 'Another1!' }),
  member('POST', '/auth/v1/logout'),
  member('POST', '/auth/v1/factors', { factor_type: 'totp' }),
  guest('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken }),
  guest('POST', '/auth/v1/token?grant_type=password', { email, password: PASSWORD }),
  guest('POST', '/auth/v1/token?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' }),
  guest('POST', '/auth/v1/signup', { email: 'new@example.com', password: PASSWORD }),
  guest('POST', '/auth/v1/recover', { email }),
  guest('POST', '/auth/v1/otp', { email }),
  guest('POST', '/auth/v1/resend', { type: 'signup', email }),
  guest('POST', '/auth/v1/verify', { type: 'recovery', token: '123456', email }),
  guest('GET', '/auth/v1/verify?type=recovery&token=abc&redirect_to=http://localhost/'),
  member('POST', '/storage/v1/object/list/papers', { prefix: '' }),
  member('GET', '/storage/v1/object/papers/a.pdf'),
  member('GET', '/storage/v1/object/info/papers/a.pdf'),
  member('HEAD', '/storage/v1/object/papers/a.pdf'),
  member('POST', '/storage/v1/object/papers/a.pdf', { a: 1 }),
  member('PUT', '/storage/v1/object/papers/put/a.pdf', { a: 1 }),
  member('DELETE', '/storage/v1/object/papers', { prefixes: ['a.pdf'] }),
  member('POST', '/storage/v1/object/sign/papers', { expiresIn: 60, paths: ['a.pdf'] }),
  member('POST', '/storage/v1/object/sign/papers/a.pdf', { expiresIn: 60 }),
  member('POST', '/storage/v1/object/upload/sign/papers/a.pdf', {}),
  member('POST', '/storage/v1/object/copy', { bucketId: 'papers', sourceKey: 'a.pdf', destinationKey: 'b.pdf' }),
  member('POST', '/storage/v1/object/move', { bucketId: 'papers', sourceKey: 'a.pdf', destinationKey: 'c.pdf' }),
  member('GET', '/storage/v1/bucket'),
  guest('GET', '/storage/v1/object/public/pictures/a.png'),
];

interface Answer {
  status: number;
  retryAfter: string | null;
  /** None for HEAD. */
  code?: unknown;
}

interface Target {
  supabaseUrl: string;
  publishableKey: string;
}

/** Asks each door. @returns the answers by door, in a form to compare */
export async function askAll(server: Target, doors: Door[], token: string): Promise<Record<string, Answer>> {
  const answers = doors.map(async ({ method, path, signedIn, body }) => {
    const answer = await fetch(server.supabaseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey: server.publishableKey,
        'Content-Type':
          path.includes('a.pdf') && method !== 'DELETE' && !path.includes('sign')
            ? 'application/pdf'
            : 'application/json',
        ...(signedIn && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { error = null, code = error } = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const retryAfter = answer.headers.get('retry-after');
    return [`${method} ${path}`, { status: answer.status, retryAfter, ...(method !== 'HEAD' && { code }) }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** The same answer for each door. */
export const alike = (doors: Door[], answer: { status: unknown; retryAfter: unknown; code: unknown }) =>
  Object.fromEntries(
    doors.map(({ method, path }) => {
      const { code, ...rest } = answer;
      return [`${method} ${path}`, method === 'HEAD' ? rest : { ...rest, code }];
    }),
  );
