import { expect, test } from 'vitest';
import { translated } from '@/shared/i18n/translated.ts';
import { hideReasonText } from './hide-reason-text.ts';

const vietnamese = translated('vi', {
  texts: { 'Violation of the marketplace rules': 'Vi phạm quy định của sàn' },
  messages: { Pending: 'Đang chờ' },
});

test('the reason that the product gives is in the reader’s language, that of an admin as they wrote it [A633, A645]', () => {
  expect(hideReasonText('Violation of the marketplace rules', vietnamese)).toBe('Vi phạm quy định của sàn');
  expect(vietnamese.message('Pending')).toBe('Đang chờ');
  expect(hideReasonText('Pending', vietnamese)).toBe('Pending');
});
