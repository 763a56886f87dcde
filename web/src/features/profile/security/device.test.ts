import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.for([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, { program: 'Chrome', system: 'Linux' }],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
    { program: 'Microsoft Edge', system: 'macOS' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    { program: 'Safari', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:109.0) Gecko/20100101 Firefox/115.0',
    { program: 'Firefox', system: 'Windows' },
  ],
  ['curl/8.5.0', { program: 'curl' }],
  ['node', { program: 'node' }],
  ['Example Agent', { program: 'Example' }],
  ['/', undefined],
  ['', undefined],
  [null, undefined],
] as const)('%s is %j', ([userAgent, name]) => {
  expect(deviceOf(userAgent)).toEqual(name);
});
