import { expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { shortCatalogue, shortKey } from './short-catalogue.ts';
import { translated } from './translated.ts';

const catalogue: Catalogue = {
  texts: { Home: 'Trang chủ', 'Open|state': 'Đang mở', '{n} posts': '{n} yêu cầu', Spam: 'Thư rác' },
  messages: {
    'Login failed': 'Đăng nhập thất bại',
    'Wait {days} days': 'Chờ {days} ngày',
    'Hidden: {reasonText}': 'Ẩn: {reasonText}',
  },
};

test('a served catalogue says the same as the one that people edit, with shorter keys [A642]', () => {
  const short = shortCatalogue(catalogue);
  expect(JSON.stringify(short)).not.toMatch(/Home|Login|posts/);
  for (const language of [translated('vi', catalogue), translated('vi', short)]) {
    expect(language.t('Home')).toBe('Trang chủ');
    expect(language.t('Open', {}, 'state')).toBe('Đang mở');
    expect(language.t('Open')).toBe('Open');
    expect(language.plural(2, { one: '{n} post', other: '{n} posts' })).toBe('2 yêu cầu');
    expect(language.message('Login failed')).toBe('Đăng nhập thất bại');
    expect(language.message('Wait 5 days')).toBe('Chờ 5 ngày');
    expect(language.message('Hidden: Spam')).toBe('Ẩn: Thư rác');
    expect(language.message(shortKey('Nothing'))).toBe(shortKey('Nothing'));
  }
});

test('two texts never share a short key unseen', () => {
  expect(shortKey('costarring')).toBe(shortKey('liquid'));
  expect(() => shortCatalogue({ texts: { costarring: 'a' }, messages: { liquid: 'b' } })).toThrow('liquid');
});
