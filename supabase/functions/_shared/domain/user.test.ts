import { expect, test } from 'vitest';
import { isAdminRole } from './roles.ts';
import { roleSchema, userSchema } from './user.ts';

test('[A197] a user has the published fields, and no password', () => {
  expect(Object.keys(userSchema.shape)).toEqual([
    'id',
    'username',
    'email',
    'firstName',
    'lastName',
    'phoneNumber',
    'address',
    'country',
    'companyName',
    'bio',
    'avatar',
    'role',
    'isAdmin',
    'organization',
    'taxCode',
  ]);
});
test('[A200] admin and main_admin are roles, and exactly they are admins', () => {
  expect(roleSchema.parse('admin')).toBe('admin');
  expect(roleSchema.parse('main_admin')).toBe('main_admin');
  expect(roleSchema.safeParse('root').success).toBe(false);
  expect(['user', 'admin', 'main_admin', 'Admin', '', 'root'].map(isAdminRole)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});
