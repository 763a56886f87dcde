// @ts-check
/**
 * The embedded database (Postgres in WASM) in a separate thread, so that a statement that takes too long can be ended
 * with the thread and does not block others. Plain JavaScript, because a worker thread cannot load TypeScript. It
 * answers one message after the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { jsonValues } from './json-values.mjs';

const INT8 = 20;
const JSON_TYPES = [114, 3802];
/** date, time, timetz. */
const AS_TEXT = [1082, 1083, 1266];

/** @param {string} value */
const asText = (value) => value;
/** @param {string} value */
const asInteger = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value));

/** @type {import('./embedded-engine.ts').Start} */
const { folder, program } = workerData;

const database = new PGlite({
  // A plain path: a relative `file:` URL would create a folder of that name.
  dataDir: folder,
  pgliteWasmModule: program,
  // Extensions have to be passed at creation.
  extensions: { pg_trgm, fuzzystrmatch, unaccent, pgcrypto },
  parsers: {
    [INT8]: asInteger,
    ...Object.fromEntries(JSON_TYPES.map((type) => [type, JSON.parse])),
    ...Object.fromEntries(AS_TEXT.map((type) => [type, asText])),
    ...jsonValues,
  },
});
await database.waitReady;

// PGlite copies its table of parsers for every query. With parsers for the row-type arrays of every table, which no
// column uses, that takes a quarter of a short query.
const { rows } = await database.query("select typarray::int from pg_type where typtype = 'c' and typarray <> 0");
for (const row of rows) delete database.parsers[Object(row).typarray];

await database.listen('realtime', (text) => parentPort?.postMessage({ heard: text }));

// PGlite passes a value through unchanged where an array is expected. An object makes its writer fail in the middle of
// a message, and the rest of it precedes the next message: from then on, no transaction ends. As text, Postgres refuses
// the value.
for (const [type, serialize] of Object.entries(database.serializers)) {
  database.serializers[Number(type)] = (value) => {
    const written = serialize(value);
    return typeof written === 'string' ? written : JSON.stringify(written);
  };
}

/**
 * The error with which the WASM program crashed. PGlite ignores all exceptions that end its main loop except its own
 * jumps, including a stack overflow, and answers that statement and all following ones with nothing.
 * @type {unknown}
 */
let failure;
const { mod } = Object(database);
if (typeof mod?._PostgresMainLoopOnce !== 'function')
  throw new Error('PGlite has changed: its main loop is not where it was');
const loopOnce = mod._PostgresMainLoopOnce;
mod._PostgresMainLoopOnce = () => {
  try {
    loopOnce();
  } catch (error) {
    if (Object(error).status !== Object(database).POSTGRES_MAIN_LONGJMP) failure = error;
    throw error;
  }
};

/** @param {import('./embedded-engine.ts').Command} command */
async function run({ kind, text, params }) {
  if (kind === 'query') {
    const { rows, affectedRows } = await database.query(text, params);
    return { rows, affectedRows };
  }
  if (kind === 'exec') await database.exec(text);
  else await database.close();
  return { rows: [] };
}

/**
 * The database error of a refused statement. After any other exception that ends its main loop, the state of the
 * database is unknown.
 * @param {unknown} error
 */
function describe(error) {
  const { message, severity, code, detail, hint, position, where, schema, table, column, constraint } = Object(error);
  if (failure !== undefined) {
    const isFull = failure instanceof RangeError;
    return {
      broken: true,
      error: isFull ? { message: 'stack depth limit exceeded', code: '54001' } : { message: String(failure) },
    };
  }
  if (code === undefined) {
    // PGlite cannot serialise a value for its parameter's type; the database has not received it.
    return {
      broken: false,
      error: { message: `invalid input for a parameter: ${String(message ?? error)}`, code: '22P02' },
    };
  }
  // The original message names a file of the data folder.
  if (code === '53100') return { broken: false, error: { message: 'The disk of the server is full', code } };
  return {
    broken: ['FATAL', 'PANIC'].includes(severity),
    error: {
      message: String(message),
      severity,
      code,
      detail,
      hint,
      position,
      where,
      schema,
      table,
      column,
      constraint,
    },
  };
}

parentPort?.on('message', (command) => {
  run(command).then(
    (answer) => parentPort?.postMessage(failure === undefined || command.kind === 'close' ? answer : describe(failure)),
    (error) => parentPort?.postMessage(describe(error)),
  );
});
parentPort?.postMessage({ rows: [] });
