import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationProblems, readMigrations, readReleased, release } from './migrations.mjs';

describe('released migrations', () => {
  const A = '20260101000000_a.sql';
  const B = '20260102000000_b.sql';
  const released = { [A]: '1', [B]: '2' };

  test.each([
    ['is changed', { [A]: '1', [B]: '3' }, [`supabase/migrations/${B} was released and has changed`]],
    ['is removed', { [B]: '2' }, [`supabase/migrations/${A} was released and is gone`]],
    ['has another name', { [A]: '1', '20260102000000_c.sql': '2' }, [`${B} was released and is gone`]],
    ['is run after a new one', { ...released, '20260101120000_c.sql': '3' }, ['would run before']],
  ])('the check of released migrations fails when one %s', (_, present, messages) => {
    expect(migrationProblems(released, present)).toEqual(messages.map((message) => expect.stringContaining(message)));
  });

  test('the check of released migrations passes when new ones follow them', () => {
    expect(migrationProblems(released, { ...released, '20260103000000_c.sql': '3' })).toEqual([]);
  });

  test('the check of released migrations passes before the first release', () => {
    expect(migrationProblems({}, released)).toEqual([]);
  });
});

describe('a release', () => {
  /** @type {string} */
  let root;
  const path = () => join(root, 'supabase/migrations/20260101000000_a.sql');
  const problems = () => migrationProblems(readReleased(root), readMigrations(root));
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'release-'));
    mkdirSync(join(root, 'supabase/migrations'), { recursive: true });
    writeFileSync(path(), 'select 1;\n');
    release(root);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('a release stores the content of each migration', () => {
    expect(problems()).toEqual([]);
    writeFileSync(path(), 'select 1;\r\n');
    expect(problems()).toEqual([]);
    appendFileSync(path(), 'select 2;\n');
    expect(problems()).toHaveLength(1);
  });

  test('a release adds the migrations written since the last one', () => {
    writeFileSync(join(root, 'supabase/migrations/20260102000000_b.sql'), 'select 2;\n');
    release(root);
    expect(Object.keys(readReleased(root))).toEqual(['20260101000000_a.sql', '20260102000000_b.sql']);
  });

  test('a release is refused when a released migration has changed', () => {
    writeFileSync(path(), 'select 2;\n');
    expect(() => release(root)).toThrow('has changed');
    expect(problems()).toHaveLength(1);
  });
});
