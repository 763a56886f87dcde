// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from './current-user.ts';
import { profileCopyKey, removeUserTraces, writeProfileCopy } from './profile-copy.ts';
import { readProfileCopy } from './read-profile-copy.ts';

const user: CurrentUser = {
  id: 7,
  authId: 'auth-id',
  username: 'anna',
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Bergmann',
  phoneNumber: '+84 123456',
  address: 'Street 1',
  country: 'vn',
  companyName: 'Berg',
  bio: 'Buyer',
  avatarPath: null,
  role: 'user',
  isAdmin: false,
  organization: 'Berg Ltd',
  taxCode: 'T-1',
  suspension: null,
  termsVersion: null,
  locale: null,
};

describe('the profile copy of a user', () => {
  beforeEach(() => localStorage.clear());

  test('the profile copy has a key of its own and holds organization and tax code', () => {
    writeProfileCopy(user);
    writeProfileCopy({ ...user, id: 8, organization: 'Other' });
    expect(profileCopyKey(7)).toBe('userProfile_7');
    expect(readProfileCopy(7)).toMatchObject({ organization: 'Berg Ltd', taxCode: 'T-1' });
    expect(readProfileCopy(8)).toMatchObject({ organization: 'Other' });
  });

  test('the profile copy never holds e-mail, phone, address or names', () => {
    writeProfileCopy(user);
    const stored = localStorage.getItem('userProfile_7') ?? '';
    for (const secret of [user.email, user.phoneNumber, user.address, user.lastName, user.authId]) {
      expect(stored).not.toContain(secret);
    }
  });

  test('the profile copy is null when it is missing or unreadable', () => {
    expect(readProfileCopy(7)).toBeNull();
    localStorage.setItem('userProfile_7', '{broken');
    expect(readProfileCopy(7)).toBeNull();
    localStorage.setItem('userProfile_7', '{"id":"seven"}');
    expect(readProfileCopy(7)).toBeNull();
  });

  test('the profile copy is removed at logout with every other trace but drafts and the theme', () => {
    writeProfileCopy(user);
    localStorage.setItem('highlightedPostId', '3');
    localStorage.setItem('draft_post_7_new', '{}');
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    removeUserTraces();
    expect(Object.keys(localStorage).sort()).toEqual(['draft_post_7_new', 'mantine-color-scheme-value']);
  });
});
