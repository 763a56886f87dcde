-- Exchange rates for the comparison of quotes. Admins enter them, or a job reads them from a configured address. Every
-- rate has a day: old rates are shown as old and do not decide a comparison.

create table public.exchange_rates (
  currency text not null,
  day date not null,
  usd_per_unit numeric not null,
  source text not null,
  primary key (currency, day),
  constraint exchange_rates_currency_is_a_code check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  constraint exchange_rates_day_is_plausible check (day between date '2000-01-01' and date '2199-12-31'),
  -- From the smallest currency unit to the largest, with room for a thousand years of inflation. NaN is excluded.
  constraint exchange_rates_rate_is_plausible check (usd_per_unit between 0.000000001 and 1000000),
  constraint exchange_rates_source_length check (char_length(source) between 1 and 200)
);
comment on table public.exchange_rates is
  'How many US dollars one unit of a currency was worth on a day. Written by admins and by the job `housekeeping/exchange-rates`.';
comment on column public.exchange_rates.source is 'Where the rate comes from: "Admin" for one that an admin entered, else the host that answered.';

revoke all on table public.exchange_rates from anon, authenticated, service_role;
grant select on table public.exchange_rates to anon, authenticated;

alter table public.exchange_rates enable row level security;
create policy "everybody reads exchange rates" on public.exchange_rates for select to anon, authenticated using (true);

create function public.latest_exchange_rates() returns table (currency text, day date, usd_per_unit numeric, source text)
language sql stable rows 200 security invoker set search_path = ''
as $$
  -- From one currency to the next along the primary key: a few steps, however many days there are.
  with recursive latest as (
    (select r.currency, r.day from public.exchange_rates r order by r.currency desc, r.day desc limit 1)
    union all
    select n.currency, n.day from latest l cross join lateral (
      select r.currency, r.day from public.exchange_rates r where r.currency < l.currency
      order by r.currency desc, r.day desc limit 1) as n)
  select r.currency, r.day, r.usd_per_unit, r.source
  from latest l join public.exchange_rates r on r.currency = l.currency and r.day = l.day order by r.currency
$$;
comment on function public.latest_exchange_rates is 'The newest rate of each currency.';
grant execute on function public.latest_exchange_rates to anon, authenticated;

create function private.is_unlikely_rate(p_currency text, p_day date, p_usd_per_unit numeric) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select abs(p_usd_per_unit / r.usd_per_unit - 1) > 0.2 from public.exchange_rates r
    where r.currency = p_currency and r.day between p_day - 30 and p_day + 30 order by abs(r.day - p_day), r.day limit 1), false)
$$;
comment on function private.is_unlikely_rate is
  'Whether a rate is more than 20 percent away from the nearest one within 30 days: more often a slip than a crash.';

create function private.set_exchange_rate(p_currency text, p_day date, p_usd_per_unit numeric, p_is_sure boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_currency text := upper(btrim(p_currency));
  v_today date := (now() at time zone 'utc')::date;
  v_before jsonb;
begin
  perform private.require_admin();
  if v_currency is null or v_currency !~ '^[A-Z]{3}$' or v_currency = 'USD' then
    perform private.refuse(400, 'invalid_input', 'A currency code of three letters other than USD', '{"path": "currency"}');
  elsif p_day is null or p_day not between v_today - 366 and v_today + 1 then
    -- Where the day begins first it is tomorrow already.
    perform private.refuse(400, 'invalid_input', 'A day of the last year', '{"path": "day"}');
  elsif p_usd_per_unit is null or p_usd_per_unit not between 0.000000001 and 1000000 then
    perform private.refuse(400, 'invalid_input', 'A rate from 0.000000001 to 1,000,000', '{"path": "usdPerUnit"}');
  elsif not coalesce(p_is_sure, false) and private.is_unlikely_rate(v_currency, p_day, p_usd_per_unit) then
    perform private.refuse(409, 'conflict', 'This is more than 20 percent away from the last rate.');
  end if;
  select jsonb_build_object('usd_per_unit', r.usd_per_unit, 'source', r.source) into v_before
  from public.exchange_rates r where r.currency = v_currency and r.day = p_day for update;
  insert into public.exchange_rates as r (currency, day, usd_per_unit, source) values (v_currency, p_day, p_usd_per_unit, 'Admin')
  on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit, source = excluded.source;
  perform private.audit('set_exchange_rate', 'exchange_rate', v_currency || ' ' || p_day, v_before,
    jsonb_build_object('usd_per_unit', p_usd_per_unit, 'source', 'Admin'));
end $$;

create function public.set_exchange_rate(currency text, day date, usd_per_unit numeric, is_sure boolean default false) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_exchange_rate(currency, day, usd_per_unit, is_sure) $$;
comment on function public.set_exchange_rate is
  'For admins: what one unit of a currency is worth in US dollars on a day; replaces a rate of the same day. PT409 for an unlikely one unless `is_sure`. Kept in the audit log.';
grant execute on function private.set_exchange_rate, public.set_exchange_rate to authenticated;

create function private.delete_exchange_rate(p_currency text, p_day date, p_expected double precision) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_rate numeric;
begin
  perform private.require_admin();
  delete from public.exchange_rates r where r.currency = p_currency and r.day = p_day
  returning jsonb_build_object('usd_per_unit', r.usd_per_unit, 'source', r.source), r.usd_per_unit into v_before, v_rate;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Exchange rate not found');
  -- As clients read it: JavaScript has no more digits.
  elsif v_rate::double precision <> p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.audit('delete_exchange_rate', 'exchange_rate', p_currency || ' ' || p_day, v_before, null);
end $$;

create function public.delete_exchange_rate(currency text, day date, expected double precision default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_exchange_rate(currency, day, expected) $$;
comment on function public.delete_exchange_rate is
  'For admins: takes the rate of a currency on a day away; the one before it is the newest then. PT409 for another rate than the expected one. Kept in the audit log.';
grant execute on function private.delete_exchange_rate, public.delete_exchange_rate to authenticated;

create function private.store_exchange_rates(p_rates jsonb, p_day date, p_source text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_today date := (now() at time zone 'utc')::date;
  v_count integer;
begin
  if p_day is null or p_day not between v_today - 31 and v_today + 1 then
    perform private.refuse(400, 'invalid_input', 'A day of the last month', '{"path": "day"}');
  elsif jsonb_typeof(p_rates) is distinct from 'object' then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "rates"}');
  end if;
  -- What an admin entered for the day stays.
  insert into public.exchange_rates as r (currency, day, usd_per_unit, source)
  select e.key, p_day, e.value::text::numeric, left(p_source, 200)
  from jsonb_each(p_rates) as e
  where e.key ~ '^[A-Z]{3}$' and e.key <> 'USD'
    and case when jsonb_typeof(e.value) = 'number'
      then e.value::text::numeric between 0.000000001 and 1000000
        and not private.is_unlikely_rate(e.key, p_day, e.value::text::numeric) else false end
  order by e.key limit 400
  on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit, source = excluded.source
    where r.source <> 'Admin' and (r.usd_per_unit, r.source) is distinct from (excluded.usd_per_unit, excluded.source);
  get diagnostics v_count = row_count;
  delete from public.exchange_rates r
  where r.day < v_today - 366 and exists (select 1 from public.exchange_rates n where n.currency = r.currency and n.day > r.day);
  return v_count;
end $$;

create function public.store_exchange_rates(rates jsonb, day date, source text) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.store_exchange_rates(rates, day, source) $$;
comment on function public.store_exchange_rates is
  'For the edge function `housekeeping` only: the rates of a day as {"EUR": 1.16}, US dollars per unit, without unlikely ones; answers how many are new or changed. Forgets what is older than a year.';
grant execute on function private.store_exchange_rates, public.store_exchange_rates to service_role;
