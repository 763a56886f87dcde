import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import ofAdmins from '@/shared/i18n/admin/vi.json';
import { joined } from '@/shared/i18n/catalogue.ts';
import vi from '@/shared/i18n/vi.json';
import { auditChanges } from './audit-changes.ts';
import { readable } from './audit-words.ts';

describe('changes in the audit log', () => {
  test('changes in the audit log are the fields that differ, with readable names and values', () => {
    expect(
      auditChanges(
        { role: 'user', is_hidden: false, title: 'same' },
        { role: 'admin', is_hidden: true, title: 'same' },
        ENGLISH,
      ),
    ).toEqual([
      { field: 'Role', before: 'user', after: 'admin' },
      { field: 'Is hidden', before: 'no', after: 'yes' },
    ]);
  });

  test('changes in the audit log show what was added or removed, and lists as they are', () => {
    expect(auditChanges(null, { fields: ['a', 'b'], reason: null }, ENGLISH)).toEqual([
      { field: 'Fields', before: '', after: '["a","b"]' },
    ]);
    expect(auditChanges({ username: 'bob' }, null, ENGLISH)).toEqual([{ field: 'Username', before: 'bob', after: '' }]);
    expect(auditChanges(1, 2, ENGLISH)).toEqual([{ field: 'Value', before: '1', after: '2' }]);
  });

  test('changes in the audit log show moments in a readable format', () => {
    const until = new Date(2026, 10, 28, 10, 50).toISOString();
    expect(auditChanges(null, { until }, ENGLISH)[0]?.after).toBe('Nov 28, 2026, 10:50 AM');
  });

  test('name actions in plain words', () => {
    expect([readable('suspend_user'), readable('taxCode')]).toEqual(['Suspend user', 'Tax code']);
  });

  test('changes in the audit log are in the language of the reader, except for what admins typed [A645]', () => {
    const changes = auditChanges(
      { status: 'in_progress', kind: 'word', pattern: 'admin', reason: 'spam' },
      { status: 'resolved', kind: 'built_in', pattern: 'email', reason: 'user', until: 'permanent', is_pinned: true },
      translated('vi', joined(vi, ofAdmins)),
    );
    expect(changes).toEqual([
      { field: 'Trạng thái', before: 'Đang xử lý', after: 'Đã giải quyết' },
      { field: 'Loại', before: 'Từ', after: 'Có sẵn' },
      { field: 'Mẫu cần tìm', before: 'admin', after: 'email' },
      { field: 'Lý do', before: 'spam', after: 'user' },
      { field: 'Đến', before: '', after: 'Vĩnh viễn' },
      { field: 'Được ghim', before: '', after: 'có' },
    ]);
  });

  test('changes in the audit log have codes as they are stored in English [A631]', () => {
    expect(auditChanges({ status: 'in_progress', kind: 'word' }, { status: 'new', kind: 'built_in' }, ENGLISH)).toEqual(
      [
        { field: 'Status', before: 'in_progress', after: 'new' },
        { field: 'Kind', before: 'word', after: 'built_in' },
      ],
    );
  });
});
