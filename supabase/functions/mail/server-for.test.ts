import { describe, expect, test } from 'vitest';
import { carriesSecret, MAIL_NAMES } from '../_shared/domain/mail-templates.ts';
import { serverFor } from './server-for.ts';

const server = (host: string | null, from: string | null) =>
  ({ host, port: 465, security: 'tls', user: null, secret: null, from }) as const;
const own = server('own.example', 'own@own.example');
const named = server('named.example', 'me@named.example');
const none = server(null, null);

describe.each(MAIL_NAMES)('%s', (template) => {
  const isSecret = carriesSecret(template);

  test('a mail with a secret uses the server of the installation, any other the one that admins name', () => {
    expect(serverFor(template, own, named)).toEqual(isSecret ? own : named);
    expect(serverFor(template, own, none)).toEqual(own);
  });

  test('a mail with a secret has no server if the installation has none', () => {
    expect(serverFor(template, none, named).host).toBe(isSecret ? null : 'named.example');
  });
});

test('a server without a sender of its own uses the sender of the other', () => {
  const silent = server('own.example', null);
  expect(serverFor('reset_password', silent, named)).toEqual({ ...silent, from: 'me@named.example' });
  expect(serverFor('broadcast', own, server('named.example', null)).from).toBe('own@own.example');
});
