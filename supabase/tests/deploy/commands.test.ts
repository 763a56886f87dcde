/** The command lines of the documentation: each is known, and an operator's day is made of them as they stand there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { NoWebSocket } from 'embedded-supabase/no-web-socket';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkingPostgres } from '../../../scripts/machine/checking-postgres.ts';
import type { Database } from '../../functions/_shared/rows/database.types.ts';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { walkThroughApi } from '../support/api-walk.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/start-postgres.ts';
import { supabaseCli } from '../support/postgres/supabase-cli.ts';
import { COMMANDS } from './commands.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/deploy.md', 'docs/operate.md'];
const PROGRAMS =
  /^(npm (start|test|ci|install|run)\b|npx |node |psql |create(db|user) |curl |deploy\/\S+ |[A-Z_]+=\S+ )/;

/** Lines of the shell blocks, without remarks and settings, and what stands in the text as a command. */
function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'));
  const lines = blocks
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('export '));
  const inText = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    PROGRAMS.test(code) ? [code] : [],
  );
  return [...lines, ...inText];
}

const documented = new Set<string>();
for (const page of PAGES)
  for (const command of commandsOf(await readFile(join(root, page), 'utf8'))) documented.add(command);

const asWritten = new Set<string>();
let folder: string;

/** Runs a line of the documentation, with its places filled in, from a folder that looks like the project's. */
async function written(
  line: string,
  places: Record<string, string>,
  env: Record<string, string | undefined>,
): Promise<string> {
  expect([...documented]).toContain(line);
  asWritten.add(line);
  const command = Object.entries(places).reduce((text, [place, value]) => text.replace(place, value), line);
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  return stdout + stderr;
}

const clientOf = (server: LocalSupabase) =>
  createClient<Database>(server.supabaseUrl, server.publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: NoWebSocket },
  });
const signIn = async (server: LocalSupabase) => {
  const client = clientOf(server);
  const { error } = await client.auth.signInWithPassword({ email: 'bob@supplier.example', password: 'Secret123!' });
  expect(error).toBeNull();
  return client;
};
/** What the walk left behind, as bob sees it. */
const stateOf = async (server: LocalSupabase) => {
  const client = await signIn(server);
  const posts = await client.from('posts').select('id, title, images').order('id');
  const documents = await client.from('quote_attachments').select('path').order('path');
  const messages = await client.from('messages').select('id, content').order('id');
  const document = await client.storage.from('quote-documents').download(documents.data?.[0]?.path ?? '');
  const image = await fetch(
    client.storage.from('post-images').getPublicUrl(posts.data?.[0]?.images[0] ?? '').data.publicUrl,
  );
  return {
    posts: posts.data,
    documents: documents.data,
    messages: messages.data,
    document: document.data?.size,
    image: [image.status, (await image.arrayBuffer()).byteLength],
  };
};
const environmentOf = (server: LocalSupabase, dataDir: string) => ({
  DATA_DIR: dataDir,
  SUPABASE_PORT: new URL(server.supabaseUrl).port,
});
const start = (dataDir: string, databaseUrl?: string) =>
  startLocalSupabase({ dataDir, cron: false, quiet: true, ...(databaseUrl && { databaseUrl }) });
const walk = async (server: LocalSupabase) => {
  const { exitCode, printed } = await walkThroughApi(
    `${server.webUrl}/api`,
    folder,
    async (address) => (await server.mails.waitFor(address)).text ?? '',
  );
  expect(exitCode, printed).toBe(0);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-'));
  for (const part of ['package.json', 'node_modules', 'scripts', 'supabase', 'packages', 'deploy'])
    await symlink(join(root, part), join(folder, part));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('every command line of the documentation is known: run here, or with the reason why not', () => {
  expect([...documented].sort()).toEqual(Object.keys(COMMANDS).sort());
});

test('the supabase CLI knows the documented commands and options, and those that mean the linked project', async () => {
  for (const [line, known] of Object.entries(COMMANDS)) {
    if (known !== 'asks the CLI') continue;
    const words = line.replace(/^npx supabase /, '').split(' ');
    const command = words.slice(0, words.findIndex((word) => /^-|[^a-z]/.test(word)) >>> 0);
    const { stdout, code } = await supabaseCli(...command, '--help');
    expect(code, line).toBe(0);
    expect(stdout, line).toContain(`supabase ${command.join(' ')}`);
    for (const option of line.match(/ --?[a-z-]+/g) ?? [])
      expect(stdout, line).toMatch(new RegExp(`^ +.*${option.trim()}\\b`, 'm'));
    // Without it, these two act on the local stack.
    if (stdout.includes('Local by default')) expect(line).toContain('--remote');
  }
});

test('the folder of `npm start`: a first admin, housekeeping, backup and restore', async () => {
  const dataDir = join(folder, 'data');
  const server = await start(dataDir);
  const env = environmentOf(server, dataDir);
  await walk(server);
  const before = await stateOf(server);
  expect(before).toMatchObject({
    documents: [{}],
    document: expect.any(Number),
    messages: [{}, {}],
    image: [200, expect.any(Number)],
  });
  expect(await written('npm run housekeeping', {}, env)).toContain('Jobs: mail, ');
  expect(await written('npm run housekeeping -- <job>', { '<job>': 'uploads' }, env)).toMatch(/\d/);
  expect(await written('npm run main-admin -- <email>', { '<email>': 'anna@buyer.example' }, env)).toContain(
    'is main admin now',
  );
  for (const [next, lost] of [
    ['bob@supplier.example', 'anna@buyer.example'],
    ['anna@buyer.example', 'bob@supplier.example'],
  ] as const)
    expect(
      await written(
        'npm run main-admin -- <email> --demote <lost email>',
        { '<email>': next, '<lost email>': lost },
        env,
      ),
    ).toContain('is main admin now');
  await expect(written('npm run backup -- marketplace.tar.gz', {}, env)).rejects.toThrow(/Already running/);
  await server.stop();

  await written('npm run backup -- marketplace.tar.gz', {}, env);
  await written('npm run backup -- <file>', { '<file>': 'second.tar.gz' }, env);
  await written('npm run restore -- <file>', { '<file>': 'second.tar.gz' }, { DATA_DIR: join(folder, 'again') });
  await written(
    'DATA_DIR=/srv/marketplace npm run restore -- marketplace.tar.gz',
    { '/srv/marketplace': join(folder, 'restored') },
    {},
  );
  const restored = await start(join(folder, 'restored'));
  expect(await stateOf(restored)).toEqual(before);
  await restored.stop();
}, 180_000);

describe('a Postgres of one’s own', () => {
  const checking = checkingPostgres();
  let postgres: TestPostgres;

  beforeAll(async () => {
    if (!checking) throw new Error('There is no pg_dump for this machine');
    postgres = await startPostgres(checking);
  });
  afterAll(async () => {
    await postgres?.stop();
    checking?.remove();
  });

  test('an own Postgres is prepared, filled, changed, backed up while it runs, and restored elsewhere', async () => {
    const { hostname, port } = new URL(postgres.url);
    const env = {
      PATH: `${checking?.programs ?? ''}:${process.env['PATH'] ?? ''}`,
      LD_LIBRARY_PATH: checking?.libraries,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: 'postgres',
    };
    await promisify(execFile)('createuser', ['marketplace'], { env: { ...process.env, ...env } });
    const prepare = async (name: string) => {
      const places = { 'createdb marketplace': `createdb ${name}`, 'dbname=marketplace': `dbname=${name}` };
      await written(
        'createdb marketplace --owner=marketplace --template=template0 --encoding=UTF8 --locale=C.UTF-8',
        places,
        env,
      );
      await written('psql --dbname=marketplace --file=packages/embedded-supabase/roles.sql', places, env);
      return `postgresql://marketplace@${hostname}:${port}/${name}`;
    };
    const databaseUrl = await prepare('marketplace');
    const dataDir = join(folder, 'company');
    const server = await start(dataDir, databaseUrl);
    const own = { ...env, ...environmentOf(server, dataDir), DATABASE_URL: databaseUrl };
    await walk(server);
    await postgres.restart();
    expect(
      await written('npm run main-admin -- you@company.example', { 'you@company.example': 'anna@buyer.example' }, own),
    ).toContain('is main admin now');
    const before = await stateOf(server);
    expect(before).toMatchObject({
      documents: [{}],
      document: expect.any(Number),
      messages: [{}, {}],
      image: [200, expect.any(Number)],
    });

    const settings = 'psql "$DATABASE_URL" --command="select key, value from private.app_settings"';
    const change = `psql "$DATABASE_URL" --command="update private.app_settings set value = jsonb_set(value, '{quote,max}', '50') where key = 'rate_limits'"`;
    expect(await written(change, {}, own)).toContain('UPDATE 1');
    expect(await written(settings, {}, own)).toMatch(/"quote": \{"max": 50/);

    await written('deploy/backup.sh marketplace.dump', {}, own);
    expect(existsSync(join(folder, 'marketplace.dump.files.tar.gz'))).toBe(true);
    await expect(written('deploy/restore.sh marketplace.dump', {}, own)).rejects.toThrow(
      /There are users in this database already/,
    );
    await server.stop();

    const elsewhere = await prepare('elsewhere');
    const otherDir = join(folder, 'other');
    await (await start(otherDir, elsewhere)).stop();
    await written('deploy/restore.sh marketplace.dump', {}, { ...env, DATABASE_URL: elsewhere, DATA_DIR: otherDir });
    const copy = await start(otherDir, elsewhere);
    expect(await stateOf(copy)).toEqual(before);
    await copy.stop();
  }, 180_000);
});

test('the documented commands that are marked as run here have run', () => {
  expect([...asWritten].sort()).toEqual(
    Object.keys(COMMANDS)
      .filter((line) => COMMANDS[line] === 'runs')
      .sort(),
  );
});
