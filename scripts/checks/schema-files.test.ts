import { describe, expect, test } from 'vitest';
import { schemaProblems, statementsOf } from './schema-files.ts';

const problems = async (...texts: string[]) =>
  (await schemaProblems(texts.map((text, index) => ({ file: `supabase/schemas/${10 + index}-part.sql`, text })))).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );

const TABLE = 'create table private.kinds (kind text primary key, weight integer);';

describe('schema files', () => {
  test('schema files that create each object once have no problems', async () => {
    const text = `${TABLE}
      alter table private.kinds enable row level security;
      insert into private.kinds (kind, weight) values ('a', 1), ('b', 2);
      create function private.f(a text) returns text language sql as 'select a';
      create function private.f(a integer, out b text) language sql as 'select ''x''';
      comment on function private.f(text) is 'x'; comment on function private.f(integer) is 'x';
      create policy p on private.kinds for select using (true);
      grant select on private.kinds to public;`;
    expect(await problems(text, "insert into private.kinds (kind) values ('c');")).toEqual([]);
  });

  test.each([
    ['a table', 'create table private.kinds (kind text)', 'relation private.kinds'],
    ['a view with the name of a table', 'create view private.kinds as select 1 as x', 'relation private.kinds'],
    ['row security', 'alter table private.kinds enable row level security', 'row-level security of private.kinds'],
    ['an index', 'create index kinds_idx on private.kinds (kind)', 'index private.kinds_idx'],
    ['a function', "create function private.f(b text, out c text) language sql as ''", 'function private.f(text)'],
    ['a trigger', 'create trigger t after insert on private.kinds execute function g()', 'trigger t on private.kinds'],
    ['a policy', 'create policy p on private.kinds using (true)', 'policy "p" on private.kinds'],
    ['an enum type', "create type private.e as enum ('a')", 'type private.e'],
    ['a composite type', 'create type private.e as (a text)', 'type private.e'],
    ['statistics', 'create statistics private.s on kind, weight from private.kinds', 'statistics private.s'],
    ['a comment', "comment on table private.kinds is 'y'", 'comment on table private.kinds'],
  ])('%s that occurs twice is reported with both places', async (_, statement, object) => {
    const first = `${TABLE}
      alter table private.kinds enable row level security; create index kinds_idx on private.kinds (weight);
      create function private.f(a text) returns text language sql as 'select a';
      create trigger t before insert on private.kinds execute function private.g();
      create policy p on private.kinds for select using (true); create type private.e as enum ('b');
      create statistics private.s on weight, kind from private.kinds; comment on table private.kinds is 'x';`;
    expect(await problems(first, `\n-- A second one.\n${statement};`)).toEqual([
      expect.stringMatching(
        /^supabase\/schemas\/11-part\.sql:3: .* stands in supabase\/schemas\/10-part\.sql:\d already$/,
      ),
    ]);
    expect((await problems(first, `${statement};`))[0]).toContain(`: ${object} stands in`);
  });

  test.each([
    ['an altered table', 'alter table private.kinds add column x text', 'alters private.kinds'],
    ['a replaced function', "create or replace function f() returns text language sql as ''", 'replaces function f()'],
    ['a replaced view', 'create or replace view private.v as select 1', 'replaces relation private.v'],
    ['a replaced trigger', 'create or replace trigger t before insert on k execute function f()', 'replaces trigger t'],
    ['an update', 'update private.kinds set weight = 1', 'updates private.kinds'],
    ['a deletion', 'delete from private.kinds', 'deletes from private.kinds'],
    ['a dropped table', 'drop table private.kinds', 'has a DropStmt'],
    ['an altered function', 'alter function private.f stable', 'has a AlterFunctionStmt'],
    ['an altered policy', 'alter policy p on private.kinds using (true)', 'has a AlterPolicyStmt'],
    ['a new name', 'alter table private.kinds rename to k', 'has a RenameStmt'],
    ['an index without a name', 'create index on kinds (kind)', 'creates an index of kinds without a name'],
  ])('%s is refused in a schema file', async (_, statement, message) => {
    expect(await problems(`${statement};`)).toEqual([
      expect.stringContaining(`supabase/schemas/10-part.sql:1: ${message}`),
    ]);
  });

  test('a trigger below one that fires after it is reported', async () => {
    const trigger = (name: string, when: string) => `create trigger ${name} ${when} execute function f();\n`;
    const [first, second, third, fourth] = [
      trigger('z', 'before insert on private.kinds'),
      trigger('y', 'before insert on private.kinds for each row'),
      trigger('x', 'after insert on private.kinds for each row'),
      trigger('a', 'after insert on private.kinds'),
    ];
    expect(await problems(first + second + third + fourth + trigger('b', 'before insert on private.others'))).toEqual(
      [],
    );
    expect(await problems(first + third + second + fourth)).toEqual([
      'supabase/schemas/10-part.sql:3: trigger y on private.kinds fires before x: write it above',
    ]);
    expect(await problems(fourth + first)).toHaveLength(1);
    expect(await problems(trigger('b', 'after insert on a.b') + trigger('a', 'after insert on a.b'))).toHaveLength(1);
  });

  test('a schema file without a number of its own is reported', async () => {
    const files = ['10-a.sql', '10-b.sql', 'c.sql'].map((name) => ({
      file: `supabase/schemas/${name}`,
      text: 'select 1;',
    }));
    expect((await schemaProblems(files)).map(({ file, message }) => `${file} ${message}`)).toEqual([
      expect.stringContaining('10-b.sql has the number of supabase/schemas/10-a.sql'),
      expect.stringContaining('c.sql the name must be'),
    ]);
  });

  test('a schema file that is no SQL is named in the error', async () => {
    await expect(problems('create tabel x ();')).rejects.toThrow('supabase/schemas/10-part.sql: syntax error');
  });
});

test('a statement begins behind its comments, on the line of its first word', async () => {
  const text = '-- Đầu\ncreate schema a;\n\n/* two\nlines */ create schema b;';
  const statements = await statementsOf({ file: 'x.sql', text });
  expect(statements.map(({ line, text: sql }) => `${line} ${sql}`)).toEqual(['2 create schema a', '5 create schema b']);
});
