import { describe, expect, test } from 'vitest';
import { toAppError } from '@/shared/errors/app-error.ts';
import { attachmentFailureText } from './attachment-failure.ts';

describe('attachmentFailureText', () => {
  test('the failure of an attachment shows the message of the server', () => {
    expect(attachmentFailureText(toAppError({ message: 'Payload too large' }, 413))).toBe('Payload too large');
  });

  test.each([
    ['no answer', toAppError(new TypeError('Failed to fetch'))],
    ['an answer without a readable message', toAppError({ message: '{}' }, 500)],
    ['something that is no failure of the server', 'boom'],
  ])('the failure of an attachment has a fixed text for %s', (_, error) => {
    expect(attachmentFailureText(error)).toBe('Failed to upload document');
  });
});
