/** Numbers and texts as hexadecimal digits, in which the layout of a file can be read. */
export const big = (value: number, bytes: number): string => value.toString(16).padStart(2 * bytes, '0');
export const little = (value: number, bytes: number): string =>
  Buffer.from(big(value, bytes), 'hex').reverse().toString('hex');
export const text = (value: string): string => Buffer.from(value).toString('hex');
export const zeros = (bytes: number): string => '00'.repeat(bytes);

/** The bytes of digits, between which blanks may stand. */
export const bytesOf = (...digits: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(digits.join('').replaceAll(/\s/g, ''), 'hex'));
