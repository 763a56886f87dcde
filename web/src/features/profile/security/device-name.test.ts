import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.for([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, { browser: 'Chrome', system: 'Linux' }],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
    { browser: 'Microsoft Edge', system: 'macOS' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:109.0) Gecko/20100101 Firefox/115.0',
    { browser: 'Firefox', system: 'Windows' },
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['Example Agent', 'Example'],
  ['/', undefined],
  ['', undefined],
  [null, undefined],
] as const)('%s is named %j', ([userAgent, name]) => {
  expect(deviceName(userAgent)).toEqual(name);
});
