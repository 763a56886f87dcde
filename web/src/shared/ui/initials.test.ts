import { describe, expect, test } from 'vitest';
import { initials } from './initials.ts';

describe('initials', () => {
  test('[A96] initials come from first and last name', () => {
    expect(initials({ firstName: 'Anna', lastName: 'Berg', username: 'zed' })).toBe('AB');
    expect(initials({ firstName: 'đặng', lastName: 'ông' })).toBe('ĐÔ');
  });
  test('[A97] initials come from first name and username without a last name', () => {
    expect(initials({ firstName: 'Anna', username: 'zed' })).toBe('AZ');
    expect(initials({ firstName: 'Anna', lastName: ' ', username: 'zed' })).toBe('AZ');
  });
  test('[A98] initials of a username alone are its first two letters or digits', () => {
    expect(initials({ username: 'bob' })).toBe('BO');
    expect(initials({ username: 'b.7-x' })).toBe('B7');
    expect(initials({ firstName: null, lastName: 'Berg', username: 'bob' })).toBe('BO');
  });
  test('[A99] the initials of a person without a name are UU', () => {
    expect(initials({})).toBe('UU');
    expect(initials({ firstName: '', lastName: null, username: '--' })).toBe('UU');
  });
});
