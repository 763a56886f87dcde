import { expect, test } from 'vitest';
import { aboutFile, aboutFolder } from './disk-problems.ts';

const refusal = (code: string, syscall = 'open') =>
  Object.assign(new Error(`${code}: no, ${syscall} '/data/db/x'`), { code, syscall, path: '/data/db/x' });

test.each([
  ['EROFS', 'The data folder /data is read-only. Mend that, or choose another with DATA_DIR=<folder>.'],
  [
    'EACCES',
    'The data folder /data may not be written by this user. Mend that, or choose another with DATA_DIR=<folder>.',
  ],
  ['ENOSPC', 'The data folder /data is on a disk that is full. Mend that, or choose another with DATA_DIR=<folder>.'],
])('%s of the data folder names the remedy', (code, message) => {
  expect(aboutFolder(refusal(code), '/data')).toMatchObject({ message });
});

test('a refused port and any other error stay unchanged', () => {
  for (const error of [refusal('EACCES', 'listen'), new Error('x'), refusal('EIO')])
    expect(aboutFolder(error, '/data')).toBe(error);
});

test('clients learn why a file cannot be written, but no file name', () => {
  expect(aboutFile(refusal('ENOSPC'))).toMatchObject({ code: '53100', message: 'The disk of the server is full' });
  expect(aboutFile(refusal('EIO'))).toMatchObject({
    code: '58030',
    message: 'The server cannot read or write the file',
  });
  const other = new TypeError('Expected bytes');
  expect(aboutFile(other)).toBe(other);
});
