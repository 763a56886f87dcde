import { describe, expect, test } from 'vitest';
import { carriesSecret, MAIL_NAMES } from '../_shared/domain/mail-templates.ts';
import { addressOfNamed, serverFor } from './server-for.ts';

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

describe('the address of a mail server that an admin named', () => {
  const found =
    (...addresses: string[]) =>
    async () =>
      addresses;

  test('is that of a public server, of IPv4 if it has one', async () => {
    expect(await addressOfNamed('smtp.example', [], found('2606:4700::1111', '8.8.8.8'))).toBe('8.8.8.8');
    expect(await addressOfNamed('smtp.example', [], found('2606:4700::1111'))).toBe('2606:4700::1111');
  });

  test.each(['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', 'fd00::1'])(
    'is refused when one of its addresses is %s, unless the operator allows the name',
    async (address) => {
      await expect(addressOfNamed('Mail.lan', [], found('8.8.8.8', address))).rejects.toThrow('PRIVATE_SMTP_HOSTS');
      await expect(addressOfNamed('other.lan', ['mail.lan'], found(address))).rejects.toThrow('PRIVATE_SMTP_HOSTS');
      expect(await addressOfNamed('Mail.lan', ['mail.lan'], found(address))).toBe(address);
    },
  );

  test('is refused when the name has none', async () => {
    await expect(addressOfNamed('smtp.example', [], found())).rejects.toThrow('smtp.example has no address');
  });
});
