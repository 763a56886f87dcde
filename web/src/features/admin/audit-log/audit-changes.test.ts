import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { auditChanges } from './audit-changes.ts';
import { readable } from './audit-words.ts';

describe('changes in the audit log', () => {
  test('are the fields that differ, with readable names and values', () => {
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

  test('show what was added or taken away, and lists as they are', () => {
    expect(auditChanges(null, { fields: ['a', 'b'], reason: null }, ENGLISH)).toEqual([
      { field: 'Fields', before: '', after: '["a","b"]' },
    ]);
    expect(auditChanges({ username: 'bob' }, null, ENGLISH)).toEqual([{ field: 'Username', before: 'bob', after: '' }]);
    expect(auditChanges(1, 2, ENGLISH)).toEqual([{ field: 'Value', before: '1', after: '2' }]);
  });

  test('show moments as people read them', () => {
    expect(auditChanges(null, { until: '2026-11-28T10:50:19.278+00:00' }, ENGLISH)[0]?.after).toMatch(
      /^Nov 28, 2026, /,
    );
  });

  test('name actions in plain words', () => {
    expect([readable('suspend_user'), readable('taxCode')]).toEqual(['Suspend user', 'Tax code']);
  });
});
