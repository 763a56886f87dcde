import pg from 'pg';
import { z } from 'zod';
import { authId } from './fill.ts';

/** The role of a caller: a guest, a signed-in user, or the owner of the tables, who bypasses the policies. */
export type Role = 'anon' | 'authenticated' | 'owner';

/** A statement and its parameters. */
export interface Request {
  text: string;
  values?: readonly unknown[];
}

// Values stay text, as an API passes them on: parsing them would be measured as work of the database.
const types: pg.CustomTypesConfig = { getTypeParser: () => String };

const explainedSchema = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
]);

/** A connection that queries like PostgREST: with the role and the claims of a caller, and with prepared statements. */
export class Caller {
  readonly #client: pg.Client;
  readonly #role: Role;
  readonly #names = new Map<string, string>();

  private constructor(client: pg.Client, role: Role) {
    this.#client = client;
    this.#role = role;
  }

  static async connect(url: string, role: Role): Promise<Caller> {
    const client = new pg.Client({ connectionString: url, types });
    // After an interrupt, the server can end first.
    client.on('error', () => undefined);
    await client.connect();
    if (role !== 'owner') await client.query(`set role ${role}`);
    return new Caller(client, role);
  }

  /** Sets the user of the next requests. */
  async become(person: number): Promise<void> {
    const claims = { role: this.#role, sub: authId(person), email: `person${person}@example.com` };
    await this.#client.query({
      name: 'claims',
      text: `select set_config('request.jwt.claims', $1, false)`,
      values: [JSON.stringify(claims)],
    });
  }

  /** Runs the requests one after the other. @returns milliseconds to the last answer, and the answers as text */
  async ask(requests: readonly Request[]): Promise<{ milliseconds: number; answers: (string | null)[] }> {
    const answers: (string | null)[] = [];
    const started = performance.now();
    for (const { text, values = [] } of requests) {
      const { rows } = await this.#client.query<(string | null)[]>({
        name: this.#nameOf(text),
        text,
        values: [...values],
        rowMode: 'array',
      });
      answers.push(...(rows[0] ?? []));
    }
    return { milliseconds: performance.now() - started, answers };
  }

  /** Pages of 8 kB that the requests touch, in memory or on disk: unlike times, they are the same on every machine. */
  async pages(requests: readonly Request[]): Promise<number> {
    let pages = 0;
    for (const { text, values = [] } of requests) {
      const { rows } = await this.#client.query<[string]>({
        text: `explain (analyze, buffers, costs off, timing off, format json) ${text}`,
        values: [...values],
        rowMode: 'array',
      });
      const [{ Plan }] = explainedSchema.parse(JSON.parse(rows[0]?.[0] ?? ''));
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    return pages;
  }

  /** Id of the server process of this connection. */
  async process(): Promise<number> {
    const { answers } = await this.ask([{ text: 'select pg_backend_pid()' }]);
    return Number(answers[0]);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `statement_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
