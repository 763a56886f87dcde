import { describe, expect, test } from 'vitest';
import { searchCondition } from './search-condition.ts';

describe('the search in feedback', () => {
  test('looks at subject, message, sender and page', () => {
    expect(searchCondition('map')).toBe(
      'subject.ilike.%map%,message.ilike.%map%,email.ilike.%map%,page_path.ilike.%map%',
    );
  });

  test('finds a reference number however it is written', () => {
    for (const text of ['42', '#42', 'FB-000042', 'fb-42'])
      expect(searchCondition(text)).toMatch(/^id\.eq\.42,subject/);
    for (const text of ['FB-', '0', '4 2', '-42']) expect(searchCondition(text)).not.toContain('id.eq');
  });

  test('means what was typed, and nothing of it ends the value', () => {
    expect(searchCondition('50%_\\')).toContain('subject.ilike.%50\\%\\_\\\\%,');
    expect(searchCondition('a",id.gt.0,b)')).toMatch(/^subject\.ilike\.%a__id\.gt\.0_b_%,message/);
  });
});
