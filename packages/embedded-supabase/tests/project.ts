/** A small project in a temporary folder: for tests of the server, and of content that no real project should have. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { EmbeddedSupabase } from '../src/server.ts';
import type { Project } from '../src/project.ts';
import { NoWebSocket } from './no-web-socket.ts';

/** The folder in which npm has installed the packages of this one. */
const INSTALLED = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export interface TestProject {
  /** The options that it passes to the server. */
  project: Project;
  projectDir: string;
  dataDir: string;
  /** Writes a file below the project's folder. */
  write: (path: string, text: string) => void;
  remove: () => void;
}

/** Tables with grants like the real ones: listed columns only, one row per owner. */
const NOTES = `
create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid(),
  body text not null,
  tags text[] not null default '{}',
  score numeric(6, 2) not null default 0,
  is_approved boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notes_body_is_short check (char_length(body) <= 100)
);
revoke all on public.notes from anon, authenticated;
grant select on public.notes to authenticated;
grant insert (body, tags), update (body, tags) on public.notes to authenticated;
grant all on public.notes to service_role;
alter table public.notes enable row level security;
create policy "owners read" on public.notes for select to authenticated using (owner = (select auth.uid()));
create policy "owners write" on public.notes for insert to authenticated with check (owner = (select auth.uid()));
create policy "owners change" on public.notes for update to authenticated using (owner = (select auth.uid()));

create table public.numbers (n integer primary key);
grant select on public.numbers to anon, authenticated;
alter table public.numbers enable row level security;
create policy "all read" on public.numbers for select to anon, authenticated using (true);
insert into public.numbers select generate_series(1, 1500);

create function public.refuse(code text) returns void language plpgsql as $$
begin
  raise exception using errcode = code, message = 'Refused', detail = '{"daysToWait":3}';
end $$;
create function public.who() returns text language sql stable as $$ select coalesce(auth.uid()::text, current_user) $$;

create function public.refuse_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'username' = 'taken' then raise exception 'Username already exists'; end if;
  return new;
end $$;
create trigger refuse_user before insert on auth.users for each row execute function public.refuse_user();
`;

const BUCKETS = `
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 1000, array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/html']),
  ('albums', 'albums', true, 2000000, array['image/png']),
  ('papers', 'papers', false, 1000, array['application/pdf']);
create policy "owners read files" on storage.objects for select to authenticated
  using ((storage.foldername(name))[1] = (select auth.uid())::text);
create policy "owners write files" on storage.objects for insert to authenticated
  with check ((storage.foldername(name))[1] = (select auth.uid())::text);
create policy "owners remove files" on storage.objects for delete to authenticated
  using ((storage.foldername(name))[1] = (select auth.uid())::text);

create function public.refuse_file() returns trigger language plpgsql as $$
begin
  raise exception using errcode = '42501', message = 'Refused';
end $$;
-- Once it is stored: the first try of an upload does not know the size.
create trigger refuse_file before insert on storage.objects for each row
  when (new.name like '%/refused.pdf' and new.metadata ? 'size') execute function public.refuse_file();

create function public.refuse_second_file() returns trigger language plpgsql security definer as $$
begin
  perform pg_advisory_xact_lock(1);
  if exists (select 1 from storage.objects o where o.name like split_part(new.name, '/only-', 1) || '/only-%' and o.metadata ? 'size') then
    raise exception using errcode = '42501', message = 'Only one';
  end if;
  return new;
end $$;
-- A limit with one place left, which the requests that check the rights first do not take.
create trigger refuse_second_file before insert on storage.objects for each row
  when (new.name like '%/only-%' and new.metadata ? 'size') execute function public.refuse_second_file();

create function public.keep_file() returns trigger language plpgsql as $$ begin return null; end $$;
-- As if it came to be needed after the rights of the user were asked.
create trigger keep_file before delete on storage.objects for each row
  when (old.name like '%/kept.pdf' and current_user <> 'authenticated') execute function public.keep_file();
`;

/** The queries of these tests, all of them fast. */
const PLAIN = ['eq', 'gt', 'in', 'is', 'lt', 'contains', 'count numbers'];
const CHILDREN = ['embed nodes>nodes!parent_id', 'embed nodes>nodes!parent_id>nodes!parent_id'];
const QUERIES = {
  anon: { conditions: 3, orders: 2, uses: [...PLAIN, ...CHILDREN, 'ilike nodes.label'] },
  authenticated: { conditions: 3, orders: 2, uses: [...PLAIN, 'ilike nodes.label'] },
  service_role: { conditions: 3, orders: 2, uses: PLAIN },
};

export function makeProject(functions: Record<string, string> = {}): TestProject {
  const projectDir = mkdtempSync(join(tmpdir(), 'small-project-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(projectDir, path)), { recursive: true });
    writeFileSync(join(projectDir, path), text);
  };
  symlinkSync(INSTALLED, join(projectDir, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('queries.json', JSON.stringify(QUERIES));
  write('supabase/migrations/20260101000000_notes.sql', NOTES);
  write('supabase/migrations/20260101000100_buckets.sql', BUCKETS);
  for (const [name, code] of Object.entries(functions)) write(`supabase/functions/${name}/index.ts`, code);
  copyFileSync(fileURLToPath(new URL('./config.toml', import.meta.url)), join(projectDir, 'supabase/config.toml'));
  return {
    project: {
      dir: projectDir,
      queries: join(projectDir, 'queries.json'),
      functionEnv: ({ siteUrl, cronSecret }) => ({ SITE_URL: siteUrl, CRON_SECRET: cronSecret }),
      webRoutes: { '/api': 'api' },
    },
    projectDir,
    dataDir: join(projectDir, 'data'),
    write,
    remove: () => rmSync(projectDir, { recursive: true, force: true }),
  };
}

/** A separate browser client, with the publishable key unless another is given. */
export function clientOf(
  server: Pick<EmbeddedSupabase, 'supabaseUrl' | 'publishableKey'>,
  key = server.publishableKey,
): SupabaseClient {
  return createClient(server.supabaseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: NoWebSocket },
  });
}

export const PASSWORD = 'Passw0rd!';

/** Registers and signs in; the server must not require verification. */
export async function signedIn(
  server: Pick<EmbeddedSupabase, 'supabaseUrl' | 'publishableKey'>,
  email: string,
): Promise<{ client: SupabaseClient; id: string; token: string }> {
  const client = clientOf(server);
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  if (!data.user || !data.session) throw new Error('No session');
  return { client, id: data.user.id, token: data.session.access_token };
}
