import type { Param } from './param.ts';

/** State that a page keeps in the query string, by parameter name. */
export type AddressSchema<State> = { readonly [Name in keyof State]: Param<State[Name]> };

/** The state of a schema. */
export type StateOf<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends Param<infer Value> ? Value : never;
};

/** Reads the state from a query string, ignoring unknown parameters. */
export function readAddress<State extends object>(schema: AddressSchema<State>, params: URLSearchParams): State {
  const state: Partial<State> = {};
  for (const name in schema) state[name] = schema[name].read(...params.getAll(name));
  // The loop has set every name of the schema.
  return state as State;
}

/**
 * Writes a state change into a query string, keeping unknown parameters. Any change except of the page returns to the
 * first page, if there are pages.
 */
export function writeAddress<State extends object>(
  schema: AddressSchema<State>,
  params: URLSearchParams,
  change: Partial<State>,
): URLSearchParams {
  const next = { ...readAddress(schema, params), ...change };
  const written = new URLSearchParams(params);
  for (const name in schema) {
    const [first, ...more] = schema[name].write(next[name]);
    if (first === undefined) written.delete(name);
    else written.set(name, first);
    for (const text of more) written.append(name, text);
  }
  if ('page' in schema && !('page' in change)) written.delete('page');
  return written;
}
