/** Finds a running server for commands: the local one through DATA_DIR and SUPABASE_PORT, any other through SUPABASE_URL and a secret. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../checks/project-files.mjs';

const { env } = process;
const url = env.SUPABASE_URL || `http://127.0.0.1:${env.SUPABASE_PORT || '54321'}`;

/**
 * The secret in the environment variable `variable`, else that of the local server's data folder.
 * @param {string} variable @param {string} name its name in the data folder's keys.json
 * @returns {string}
 * @throws what a person can do when there is none
 */
export function secret(variable, name) {
  const given = env[variable];
  if (given) return given;
  const file = join(resolve(root, env.DATA_DIR || 'supabase/.temp/data'), 'keys.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'))[name];
  } catch {
    throw new Error(
      `${file} cannot be read. Start the server first ("npm start"), or set SUPABASE_URL and ${variable}.`,
    );
  }
}

/**
 * Posts to a path of the server.
 * @param {string} path @param {Record<string, string>} headers @param {object} [body]
 * @returns {Promise<any>} the answer's JSON
 * @throws its refusal as a sentence
 */
export async function post(path, headers, body) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`Nothing answers at ${url}. Start the server first ("npm start").`);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? `HTTP ${response.status}`);
  return answer;
}
