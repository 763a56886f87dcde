/**
 * A Postgres with the extension plpgsql_check, which `supabase db lint` needs, and with pg_dump, which a backup needs:
 * the one from npm has neither. It is assembled in a temporary folder from Debian's packages and files of this machine.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPackages, output, unpackPackages } from './debian-packages.ts';

/** The version of Postgres in this Debian, with its packages fetched; undefined if there is none, or apt cannot get them. */
function findPostgres() {
  try {
    const packages = output('apt-cache', 'search', '--names-only', '^postgresql-[0-9]+-plpgsql-check$');
    const [, version] = /^postgresql-(\d+)-plpgsql-check\b/m.exec(packages) ?? [];
    const names = [`postgresql-${version}-plpgsql-check`, `postgresql-client-${version}`];
    return version ? { version, archives: fetchPackages(...names) } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this machine can get that Postgres. Fetches it at the first call. */
export const hasCheckingPostgres = () => findPostgres() !== undefined;

/**
 * @returns undefined without apt, or if it
 * cannot get the packages
 */
export function checkingPostgres(): { programs: string; libraries: string; remove: () => void } | undefined {
  const found = findPostgres();
  if (!found) return undefined;
  const { version, archives } = found;
  const folder = mkdtempSync(join(tmpdir(), 'checking-postgres-'));
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const filter = (path: string) => !/\/(?:bitcode|locale|man)$/.test(path);
    for (const part of [`usr/lib/postgresql/${version}`, `usr/share/postgresql/${version}`])
      if (existsSync(`/${part}`))
        cpSync(`/${part}`, join(folder, part), { recursive: true, dereference: true, filter });
    unpackPackages(archives, folder);
    const programs = join(folder, 'usr/lib/postgresql', version, 'bin');
    const libraries = readdirSync(join(folder, 'usr/lib'))
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, 'usr/lib', name))
      .join(':');
    execFileSync(join(programs, 'postgres'), ['--version'], {
      stdio: 'ignore',
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
    });
    return { programs, libraries, remove };
  } catch {
    remove();
    return undefined;
  }
}
