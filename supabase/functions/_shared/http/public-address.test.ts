import { expect, test } from 'vitest';
import { addressesOf, isPublicAddress } from './public-address.ts';

test('public and private addresses are told apart', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1']) {
    expect(isPublicAddress(address), address).toBe(true);
  }
  for (const address of [
    '0.0.0.0',
    '127.8.8.8',
    '10.0.0.1',
    '172.31.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    '64:ff9b::a00:1',
    'localhost',
    '',
  ]) {
    expect(isPublicAddress(address), address).toBe(false);
  }
});

test('an address is its own and only address', async () => {
  expect(await addressesOf('10.0.0.1')).toEqual(['10.0.0.1']);
  expect(await addressesOf('::1')).toEqual(['::1']);
});
