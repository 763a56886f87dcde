-- Languages: in which one a person reads the product. Texts are translated by the page and in mails; what is stored, and what `/api`
-- answers, stays English.

create function private.is_language_code(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value in (
    'aa', 'ab', 'ae', 'af', 'ak', 'am', 'an', 'ar', 'as', 'av', 'ay', 'az', 'ba', 'be', 'bg', 'bi', 'bm', 'bn', 'bo', 'br', 'bs', 'ca',
    'ce', 'ch', 'co', 'cr', 'cs', 'cu', 'cv', 'cy', 'da', 'de', 'dv', 'dz', 'ee', 'el', 'en', 'eo', 'es', 'et', 'eu', 'fa', 'ff', 'fi',
    'fj', 'fo', 'fr', 'fy', 'ga', 'gd', 'gl', 'gn', 'gu', 'gv', 'ha', 'he', 'hi', 'ho', 'hr', 'ht', 'hu', 'hy', 'hz', 'ia', 'id', 'ie',
    'ig', 'ii', 'ik', 'io', 'is', 'it', 'iu', 'ja', 'jv', 'ka', 'kg', 'ki', 'kj', 'kk', 'kl', 'km', 'kn', 'ko', 'kr', 'ks', 'ku', 'kv',
    'kw', 'ky', 'la', 'lb', 'lg', 'li', 'ln', 'lo', 'lt', 'lu', 'lv', 'mg', 'mh', 'mi', 'mk', 'ml', 'mn', 'mr', 'ms', 'mt', 'my', 'na',
    'nb', 'nd', 'ne', 'ng', 'nl', 'nn', 'no', 'nr', 'nv', 'ny', 'oc', 'oj', 'om', 'or', 'os', 'pa', 'pi', 'pl', 'ps', 'pt', 'qu', 'rm',
    'rn', 'ro', 'ru', 'rw', 'sa', 'sc', 'sd', 'se', 'sg', 'si', 'sk', 'sl', 'sm', 'sn', 'so', 'sq', 'sr', 'ss', 'st', 'su', 'sv', 'sw',
    'ta', 'te', 'tg', 'th', 'ti', 'tk', 'tl', 'tn', 'to', 'tr', 'ts', 'tt', 'tw', 'ty', 'ug', 'uk', 'ur', 'uz', 've', 'vi', 'vo', 'wa',
    'wo', 'xh', 'yi', 'yo', 'za', 'zh', 'zu')
$$;
comment on function private.is_language_code is
  'True for a language of ISO 639-1, whether or not the product speaks it: a further translation needs no new chapter.';
-- The constraint below asks it in the name of whoever writes the row.
grant execute on function private.is_language_code to authenticated;

alter table public.accounts add column locale text,
  add constraint accounts_locale_is_a_language check (private.is_language_code(locale));
comment on column public.accounts.locale is
  'Language that the person chose to read the product and its mails in, as a code of ISO 639-1. Null until they choose: English.';

create function private.assert_language(p_locale text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_language_code(p_locale) is not true then
    perform private.refuse(400, 'invalid_input', 'This language is not known', '{"path": "locale"}');
  end if;
end $$;
comment on function private.assert_language is 'PT400 for anything that is no language of ISO 639-1.';

create function private.set_locale(p_locale text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_id bigint := private.require_profile_id();
begin
  perform private.assert_language(p_locale);
  update public.accounts a set locale = p_locale where a.profile_id = v_id and a.locale is distinct from p_locale;
end $$;

create function public.set_locale(locale text) returns void
language sql security invoker set search_path = ''
as $$ select private.set_locale(locale) $$;
comment on function public.set_locale is
  'Keeps the language that the caller chose, a code of ISO 639-1; suspended users may choose too.';
grant execute on function private.set_locale, public.set_locale to authenticated;

create function private.take_locale_of_registration() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What a sign-in provider says of a person is no choice of theirs.
  select case when private.is_language_code(u.raw_user_meta_data ->> 'locale') then u.raw_user_meta_data ->> 'locale' end into new.locale
  from public.profiles p join auth.users u on u.id = p.auth_id
  where p.id = new.profile_id and coalesce(u.raw_app_meta_data ->> 'provider', 'email') in ('email', 'phone');
  return new;
end $$;
comment on function private.take_locale_of_registration is
  'The language in which somebody registered, from the data that the page sent with it; anything else than a language is none.';
create trigger take_locale_of_registration before insert on public.accounts
  for each row when (new.locale is null) execute function private.take_locale_of_registration();

create function private.forget_locale_of_deleted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.locale := null;
  return new;
end $$;
create trigger forget_locale_of_deleted before update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_locale_of_deleted();
