import type { Param } from './param.ts';

/** The state that a page keeps in the query of its address, by the names that stand there. */
export type AddressSchema<State> = { readonly [Name in keyof State]: Param<State[Name]> };

/** The state that a schema describes. */
export type StateOf<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends Param<infer Value> ? Value : never;
};

/** The state in an address; parameters of others do not matter. */
export function readAddress<State extends object>(schema: AddressSchema<State>, params: URLSearchParams): State {
  const state: Partial<State> = {};
  for (const name in schema) state[name] = schema[name].read(...params.getAll(name));
  // Every name of the schema has been given its value.
  return state as State;
}

/**
 * An address after a change; parameters of others stay. Where there are pages, any change but of the page goes back to the
 * first.
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
