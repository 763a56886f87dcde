import { describe, expect, test } from 'vitest';
import { statementsOf } from '../checks/schema-files.ts';
import { rowOf, sortSurvivors } from './survivors.ts';
import { faultsIn, mutantsOf, spread } from './sql-mutants.ts';

const wrapped = (body: string) => `create function private.f() returns void language plpgsql as $$
begin
  ${body}
end $$`;

/** Each mutant's line. */
const brokenLines = (body: string) =>
  faultsIn(wrapped(body)).map(({ start, end, to }) => {
    const broken = wrapped(body).slice(0, start) + to + wrapped(body).slice(end);
    return broken.split('\n')[2]?.trim();
  });

describe('mutants of SQL', () => {
  test('a mutant drops a guard, a lock, a condition or turns it', () => {
    expect(brokenLines('perform private.require_admin();')).toEqual(['null;']);
    expect(brokenLines('select 1 into v from t where t.id = v_id for update;')).toEqual([
      'select 1 into v from t where true or t.id = v_id for update;',
      'select 1 into v from t where t.id <> v_id for update;',
      'select 1 into v from t where t.id = v_id ;',
    ]);
    expect(brokenLines('if v is not null and not v_is_admin then')).toEqual([
      'if v is null and not v_is_admin then',
      'if v is not null or not v_is_admin then',
      'if v is not null and v_is_admin then',
    ]);
  });

  test('a mutant shifts a limit, and the edge of one that can be hit', () => {
    expect(brokenLines('if v_count >= 5 then')).toEqual(['if v_count > 5 then', 'if v_count >= 6 then']);
    expect(brokenLines(`if v_at < now() - interval '15 minutes' then`)).toEqual([
      `if v_at < now() - interval '16 minutes' then`,
    ]);
  });

  test('assignments, ranges, comments and texts are left alone', () => {
    expect(brokenLines(`update t set a = 1, b = 'x = y and z';`)).toEqual([]);
    expect(brokenLines('v_x := a between 1 and 5; -- not = and')).toEqual([]);
    expect(brokenLines(`format('%s or %s', a, b)`)).toEqual([]);
  });

  test('a mutant of a trigger or of a check drops it, and can be undone', async () => {
    const text = `create table public.posts (
  id bigint primary key,
  constraint posts_id_is_positive check (id > 0),
  constraint posts_id_is_small
    check (id < 100)
);
create trigger a_check before insert on public.posts for each row execute function private.f();`;
    const statements = await statementsOf({ file: 'supabase/schemas/16-posts.sql', text });
    expect(statements.flatMap(mutantsOf).map(({ line, apply, restore }) => [line, apply, restore])).toEqual([
      [
        3,
        'alter table public.posts drop constraint posts_id_is_positive',
        'alter table public.posts add constraint posts_id_is_positive check (id > 0)',
      ],
      [
        4,
        'alter table public.posts drop constraint posts_id_is_small',
        'alter table public.posts add constraint posts_id_is_small\n    check (id < 100)',
      ],
      [7, 'drop trigger a_check on public.posts', text.split('\n').at(-1)?.slice(0, -1)],
    ]);
  });

  test('a sample is spread evenly over the mutants', () => {
    expect(spread([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
    expect(spread([1, 2], 3)).toEqual([1, 2]);
  });
});

describe('surviving mutants', () => {
  const survivor = { area: 'domain', file: 'a.ts', line: 3, from: 'x || y\n  > 1', to: 'x && y > 1' };

  test('a survivor is known when its row has a reason, wherever its line is', () => {
    expect(rowOf(survivor)).toBe('| a.ts | `x \\|\\| y > 1` | `x && y > 1` |');
    expect(sortSurvivors([survivor], `${rowOf(survivor)} equal for whole numbers |`).unknown).toEqual([]);
    expect(sortSurvivors([{ ...survivor, line: 9 }], `${rowOf(survivor)} equal |`).known).toHaveLength(1);
  });

  test('a survivor without a row or without a reason is unknown', () => {
    expect(sortSurvivors([survivor], '').unknown).toHaveLength(1);
    expect(sortSurvivors([survivor], `${rowOf(survivor)}  |`).unknown).toHaveLength(1);
  });
});
