/**
 * What the supabase CLI sends to a hosted project, caught by a stand-in of its management API: no part of the project may be
 * missing when it is unpacked elsewhere, and the configuration is read without a complaint.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const REF = 'abcdefghijklmnopqrst';
const metadataSchema = z.object({
  name: z.string(),
  entrypoint_path: z.string(),
  import_map_path: z.string(),
  verify_jwt: z.boolean(),
});

interface Upload {
  metadata: z.infer<typeof metadataSchema>;
  files: Map<string, Buffer>;
}

let folder: string;
let api: Server;
const uploads: Upload[] = [];

/** As much of the management API as the commands ask for. */
async function answer(path: string, contentType: string, body: Buffer): Promise<unknown> {
  if (path.includes('/functions/deploy')) {
    const form = await new Response(Uint8Array.from(body), { headers: { 'Content-Type': contentType } }).formData();
    const files = new Map<string, Buffer>();
    for (const file of form.getAll('file')) {
      if (file instanceof File) files.set(file.name, Buffer.from(await file.arrayBuffer()));
    }
    const metadata = form.get('metadata');
    const parsed = metadataSchema.parse(
      JSON.parse(metadata instanceof File ? await metadata.text() : String(metadata)),
    );
    uploads.push({ metadata: parsed, files });
    return {
      id: parsed.name,
      slug: parsed.name,
      name: parsed.name,
      status: 'ACTIVE',
      version: 1,
      created_at: 1,
      updated_at: 1,
      verify_jwt: parsed.verify_jwt,
    };
  }
  if (path.endsWith('/billing/addons')) return { selected_addons: [], available_addons: [] };
  return path.endsWith('/functions') ? [] : {};
}

function execute(program: string, args: string[], cwd: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, SUPABASE_ACCESS_TOKEN: `sbp_${'0123456789'.repeat(4)}`, NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : Number(error !== null), output: stdout + stderr });
    });
  });
}

const supabase = (workdir: string, ...args: string[]) =>
  execute(
    process.execPath,
    [
      join(root, 'node_modules/supabase/dist/supabase.js'),
      '--workdir',
      workdir,
      '--profile',
      join(folder, 'profile.yaml'),
      '--yes',
      ...args,
      `--remote=${REF}`,
    ],
    workdir,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosted-'));
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(request.url ?? '', request.headers['content-type'] ?? '', Buffer.concat(chunks)).then((body) => {
        response
          .writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(body));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const address = api.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  await writeFile(
    join(folder, 'profile.yaml'),
    `name: stand-in\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: localhost\n`,
  );
});
afterAll(async () => {
  api.close();
  await rm(folder, { recursive: true, force: true });
});

test('`supabase functions deploy --use-api` sends every function whole', async () => {
  const { code, output } = await supabase(root, 'functions', 'deploy', '--use-api');
  expect(code, output).toBe(0);
  const functions = (await readdir(join(root, 'supabase/functions'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(uploads.map(({ metadata }) => metadata.name).sort()).toEqual(functions.sort());

  for (const { metadata, files } of uploads) {
    const unpacked = join(folder, metadata.name);
    for (const [path, content] of files) {
      await mkdir(dirname(join(unpacked, path)), { recursive: true });
      await writeFile(join(unpacked, path), content);
    }
    // Packages come from the registry on the platform, and from here in the test.
    await symlink(join(root, 'node_modules'), join(unpacked, 'node_modules'));
    await cp(join(root, 'package.json'), join(unpacked, 'package.json'));
    const deno = await execute(
      process.execPath,
      [
        join(root, 'node_modules/deno/bin.cjs'),
        'cache',
        '--quiet',
        '--node-modules-dir=manual',
        '--no-lock',
        '--config',
        metadata.import_map_path,
        metadata.entrypoint_path,
      ],
      unpacked,
    );
    expect(deno.code, `${metadata.name}: ${deno.output}`).toBe(0);
    // Each checks its callers itself: cookies, bearer tokens, the secret of cron, the link in a mail.
    expect(metadata.verify_jwt, metadata.name).toBe(false);
  }
});

test('`supabase config push` reads config.toml without a warning', async () => {
  const { output } = await supabase(root, 'config', 'push');
  expect(output).toContain('The API returned no configuration');
  expect(output).not.toMatch(/warn|unknown|deprecated|invalid|unrecognized/i);

  const broken = join(folder, 'broken');
  const config = await readFile(join(root, 'supabase/config.toml'), 'utf8');
  await mkdir(join(broken, 'supabase'), { recursive: true });
  await writeFile(join(broken, 'supabase/config.toml'), config.replace('jwt_expiry = 3600', 'jwt_expiry = "soon"'));
  expect((await supabase(broken, 'config', 'push')).output).not.toContain('The API returned no configuration');
});
