import { describe, expect, test } from 'vitest';
import { usersCsv } from './users-csv.ts';

const user: Parameters<typeof usersCsv>[0][number] = {
  id: 7,
  username: '=cmd|calc',
  avatarPath: null,
  email: '+bob@example.com',
  isVerified: true,
  name: '-Bob "B" Tran',
  phoneNumber: null,
  address: null,
  companyName: '@Mekong',
  organization: '\tTab',
  taxCode: '001',
  country: 'vn',
  bio: null,
  role: 'user',
  status: 'active',
  suspendedUntil: null,
  suspendedAt: null,
  suspensionReason: null,
  postCount: 3,
  quoteCount: 0,
  ratingAverage: 4.5,
  ratingCount: 2,
  createdAt: '2026-01-01T00:00:00Z',
  lastSeenAt: null,
};

describe('users as CSV', () => {
  test('users as CSV have a header and a row each, and nothing that a spreadsheet would run', () => {
    const [head, row, end] = usersCsv([user]).split('\r\n');
    expect(head).toContain('"Id","Username","Email"');
    expect(row).toBe(
      `"7","'=cmd|calc","'+bob@example.com","yes","'-Bob ""B"" Tran","'@Mekong","'\tTab","001","vn","user","active","3","0","4.5","2026-01-01T00:00:00Z",""`,
    );
    expect(end).toBe('');
  });
});
