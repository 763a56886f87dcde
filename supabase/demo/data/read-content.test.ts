import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { postSchema } from './posts.ts';
import { readPages, readTable } from './read-content.ts';

const request = await readFile(join(import.meta.dirname, '../content/requests/oak-bar-stools.md'), 'utf8');

/** Reads a folder of requests that has one file with this text. */
async function requestsOf(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  try {
    await mkdir(join(folder, 'requests'));
    await writeFile(join(folder, 'requests', 'stools.md'), text);
    return readPages('requests', 'description', postSchema, pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a request has its name, its fields and its text, whatever ends its lines', async () => {
  const [read] = await requestsOf(request.replaceAll('\n', '\r\n'));
  expect(read).toMatchObject({ key: 'stools', buyer: 'anna', description: expect.stringMatching(/^Bar stool .+\.$/) });
  expect(read?.quotes).toHaveLength(6);
});

test.each([
  ['an unknown username', ['buyer = "anna"', 'buyer = "ana"'], /No person of people\.json[^]*at buyer/],
  ['an unknown field', ['area =', 'town ='], /Unrecognized key: "town"/],
  [
    'a wrong fact of a quote',
    ['quantity = "50 dozen"', 'quantity = 50'],
    /expected string[^]*at quotes\[3\]\.quantity/,
  ],
  ['an unknown act', ['act = "decline"', 'act = "refuse"'], /at acts\[2\]\.act/],
  ['a line that is no field', ['category = "furniture"', 'category'], /Invalid TOML document/],
  ['a file without fields', ['+++', '---'], /no fields between two lines/],
] as const)('%s is refused with the name of the file', async (_, [given, wrong], message) => {
  const refused = requestsOf(request.replace(given, wrong));
  await expect(refused).rejects.toThrow(/stools\.md/);
  await expect(refused).rejects.toThrow(message);
});

test('a JSON file with a mistake is refused with its name and the field', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  const read = () => readTable('people.json', z.array(z.object({ username: z.string() })), pathToFileURL(`${folder}/`));
  await writeFile(join(folder, 'people.json'), '[{ "username": 1 }]');
  expect(read).toThrow(/people\.json:\n[^]*at \[0\]\.username/);
  await writeFile(join(folder, 'people.json'), '[{ "username": "anna" },]');
  expect(read).toThrow(/people\.json: .*JSON/);
  await rm(folder, { recursive: true });
});
