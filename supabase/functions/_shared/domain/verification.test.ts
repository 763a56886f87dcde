import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { CODE_REFUSED, emailProofSchema, registrationProofSchema, resendVerificationSchema } from './verification.ts';

const email = `${'x'.repeat(242)}@example.com`;
const code = { email, code: '012345' };

describe.each([
  ['an address', emailProofSchema],
  ['a registration', registrationProofSchema],
])('the proof of %s', (_, schema) => {
  test.each([{ token: 'x' }, { token: 'x'.repeat(200) }, code])(
    'a token of 1 to 200 characters, or an address with a code of six digits, is a proof: %j',
    (proof) => expect(schema.parse(proof)).toEqual(proof),
  );

  test.each([
    [{ token: '' }, 'token: Invalid input'],
    [{ token: 'x'.repeat(201) }, 'token: Invalid input'],
    [{ ...code, email: ' ' }, 'email: Invalid input'],
    [{ ...code, email: `x${email}` }, 'email: Invalid input'],
    [{ ...code, code: '01234' }, `code: ${CODE_REFUSED}`],
    [{ ...code, code: '0123456' }, `code: ${CODE_REFUSED}`],
    [{ ...code, code: 'x012345' }, `code: ${CODE_REFUSED}`],
    [{ ...code, code: '01234x' }, `code: ${CODE_REFUSED}`],
    [{ email }, `: ${CODE_REFUSED}`],
  ])('a proof with a wrong part is refused: %j', (proof, refusal) =>
    expect(refusals(schema, proof)).toEqual([refusal]),
  );
});

describe('the proof of a registration', () => {
  const token = 'x';

  test.each([7, '0a4b3c1e-1111-4222-8333-444455556666'])(
    'the id of a registration goes with it: %s',
    (registration) => {
      for (const proof of [
        { token, registration },
        { token, registration, password: 'secret' },
        { ...code, registration },
      ])
        expect(registrationProofSchema.parse(proof)).toEqual(proof);
    },
  );

  test.each([0, 1.5, 'anna', null])('no registration has the id %s', (registration) => {
    for (const proof of [{ token }, code])
      expect(refusals(registrationProofSchema, { ...proof, registration })).toHaveLength(1);
  });
});

test('another code is sent to a trimmed address of at most 254 characters', () => {
  expect(resendVerificationSchema.parse({ email: ` ${email} ` })).toEqual({ email });
  for (const wrong of [' ', `x${email}`, 7])
    expect(refusals(resendVerificationSchema, { email: wrong })).toEqual(['email: Invalid input']);
});
