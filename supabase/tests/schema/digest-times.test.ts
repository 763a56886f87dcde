import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentZoneName } from '../../functions/_shared/domain/zone-names.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

/** Names that a zone has under a folder of its own, which nobody chooses. */
const ZONES = `select name from pg_timezone_names where name !~ '^(posix|right)/'`;

let database: RealDatabase;

beforeAll(async () => {
  database = await openRealDatabase();
});

afterAll(() => database.close());

test('[A741] each zone that a browser names is one of the database', async () => {
  const known = await database.sql<{ name: string }>(ZONES);
  const names = new Set(known.map(({ name }) => name));
  const named = Intl.supportedValuesOf('timeZone');
  expect(named.length).toBeGreaterThan(400);
  expect(named.map(currentZoneName).filter((name) => !names.has(name))).toEqual([]);
});

test('[A741] in each zone, around each change of its clocks, a daily digest comes once a day at its hour', async () => {
  const [found] = await database.sql<{ zones: number; changes: number; late: number; wrong: string[] | null }>(`
    with zones as materialized (${ZONES}),
    days as materialized (
      select z.name, d.day from zones z cross join generate_series(timestamp '2026-01-01', '2027-12-31', '1 day') as d (day)
      where d.day = '2026-01-10'
        or (d.day at time zone 'UTC' at time zone z.name) - d.day
          <> (d.day + interval '1 day') at time zone 'UTC' at time zone z.name - (d.day + interval '1 day')),
    digests as materialized (
      select d.name, d.day, h.hour, first.at as first_at, second.at as second_at, third.at as third_at
      from days d cross join generate_series(0, 23) as h (hour)
      cross join lateral private.next_digest('daily', d.name, h.hour, (d.day - interval '12 hours') at time zone 'UTC') as first (at)
      cross join lateral private.next_digest('daily', d.name, h.hour, first.at) as second (at)
      cross join lateral private.next_digest('daily', d.name, h.hour, second.at) as third (at)),
    -- The day whose digest it is, also where its hour comes the next day only.
    each as materialized (
      select g.name, a.at, a.before, make_interval(hours => g.hour) as hour, a.at at time zone g.name as local,
        date_trunc('day', a.at at time zone g.name - make_interval(hours => g.hour)) as day,
        date_trunc('day', a.before at time zone g.name - make_interval(hours => g.hour)) as day_before
      from digests g cross join lateral (values (g.first_at, null), (g.second_at, g.first_at), (g.third_at, g.second_at)) as a (at, before)),
    wrong as (
      select e.name, e.local, e.hour from each e
      where e.day <> e.day_before + interval '1 day' or e.at - e.before not between interval '21 hours' and interval '27 hours'
        -- Only an hour that does not exist comes later.
        or e.local <> e.day + e.hour and exists (
          select 1 from generate_series(e.at - interval '25 hours', e.at + interval '25 hours', '15 minutes') as x (at)
          where x.at at time zone e.name = e.day + e.hour)),
    late as (select 1 from each e where e.local <> e.day + e.hour)
    select (select count(*)::int from zones) as zones, (select count(*)::int from days) as changes, (select count(*)::int from late) as late,
      (select array_agg(format('%s %s %s', w.name, w.local, w.hour)) from (select * from wrong limit 20) as w) as wrong`);
  expect(found).toMatchObject({ wrong: null });
  expect(found?.zones).toBeGreaterThan(400);
  expect(found?.changes).toBeGreaterThan((found?.zones ?? 0) + 300);
  expect(found?.late).toBeGreaterThan(100);
});

test('[A741] a weekly digest comes on Mondays, also in a zone that skipped a day', async () => {
  const next = async (pace: string, zone: string, hour: number, after: string) => {
    const [row] = await database.sql<{ at: string }>(
      `select to_char(private.next_digest($1, $2, $3, $4) at time zone $2, 'YYYY-MM-DD HH24:MI') as at`,
      [pace, zone, hour, after],
    );
    return row?.at;
  };
  expect(await next('weekly', 'Asia/Ho_Chi_Minh', 7, '2026-11-30T00:00:00Z')).toBe('2026-12-07 07:00');
  expect(await next('weekly', 'Asia/Ho_Chi_Minh', 7, '2026-11-29T23:59:59Z')).toBe('2026-11-30 07:00');
  expect(await next('weekly', 'Pacific/Apia', 7, '2026-11-29T17:59:59Z')).toBe('2026-11-30 07:00');
  // Samoa had no December 30, 2011.
  expect(await next('daily', 'Pacific/Apia', 7, '2011-12-29T18:00:00Z')).toBe('2011-12-31 07:00');
  // In New York there was no 02:00 on March 8, 2026, and two 01:00 on November 1.
  expect(await next('daily', 'America/New_York', 2, '2026-03-08T05:00:00Z')).toBe('2026-03-08 03:00');
  expect(await next('daily', 'America/New_York', 1, '2026-11-01T06:00:00Z')).toBe('2026-11-02 01:00');
});
