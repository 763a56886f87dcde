import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { z } from 'zod';

const CONTENT = new URL('../content/', import.meta.url);
const FRONT_MATTER = /^\+\+\+\n(.*?)\n\+\+\+\n(.*)$/s;

/**
 * Reads a JSON file of the demo's content.
 * @param name its name, such as `people.json`
 * @throws Error with the file and the field that the schema refuses
 */
export function readTable<S extends z.ZodType>(name: string, schema: S, folder = CONTENT): z.output<S> {
  return readFile(new URL(name, folder), schema, (text) => JSON.parse(text));
}

/**
 * Reads a folder of Markdown files with TOML front matter between lines of `+++`, in the order of their names. The
 * schema gets the front matter, the text as `textField`, and the name without its ending as `key`.
 * @throws Error with the file and the field that the schema refuses
 */
export function readPages<S extends z.ZodType>(
  name: string,
  textField: string,
  schema: S,
  folder = CONTENT,
): z.output<S>[] {
  const files = readdirSync(new URL(`${name}/`, folder)).filter((file) => file.endsWith('.md'));
  return files.sort().map((file) =>
    readFile(new URL(`${name}/${file}`, folder), schema, (text) => {
      const [, fields, body] = FRONT_MATTER.exec(text) ?? [];
      if (fields === undefined || body === undefined) throw new Error('There are no fields between two lines of "+++"');
      return { ...parse(fields), key: file.slice(0, -'.md'.length), [textField]: body.trim() };
    }),
  );
}

function readFile<S extends z.ZodType>(file: URL, schema: S, read: (text: string) => unknown): z.output<S> {
  const path = fileURLToPath(file);
  let fields: unknown;
  try {
    fields = read(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const result = schema.safeParse(fields);
  if (!result.success) throw new Error(`${path}:\n${z.prettifyError(result.error)}`);
  return result.data;
}
