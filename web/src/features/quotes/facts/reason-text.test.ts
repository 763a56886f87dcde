import { expect, test } from 'vitest';
import { ANOTHER_SUPPLIER_CHOSEN } from '@domain/quote-status.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { reasonText } from './reason-text.ts';

const vietnamese = translated('vi', {
  texts: { Hidden: 'Đã ẩn' },
  messages: {
    'The price is too high': 'Giá quá cao',
    'The request was deleted': 'Yêu cầu đã bị xoá',
    [ANOTHER_SUPPLIER_CHOSEN]: 'Đã chọn nhà cung cấp khác',
    '{name} is attached already': '{name} đã được đính kèm',
  },
});

test('an offered reason is in the language of the reader, own words stay [A635]', () => {
  expect(reasonText(ANOTHER_SUPPLIER_CHOSEN, vietnamese)).toBe('Đã chọn nhà cung cấp khác');
  expect(reasonText('The request was deleted', vietnamese)).toBe('Yêu cầu đã bị xoá');
  expect(reasonText('The price is too high: by a third', vietnamese)).toBe('Giá quá cao: by a third');
  for (const own of [
    'Hidden',
    'The price is too high!',
    'My offer is attached already',
    'too late: The price is too high',
  ])
    expect(reasonText(own, vietnamese)).toBe(own);
});

test('a reason in English is unchanged [A631]', () => {
  for (const reason of ['The price is too high: by a third', 'Hidden'])
    expect(reasonText(reason, ENGLISH)).toBe(reason);
});
