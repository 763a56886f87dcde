import type { Database } from './database.types.ts';

type Tables = Database['public']['Tables'];

type NamesIn<List extends string> = List extends `${infer First}, ${infer Rest}` ? First | NamesIn<Rest> : List;

/** The type of a row for a column list such as 'id, title'. */
export type Row<Table extends keyof Tables, List extends string> = Pick<
  Tables[Table]['Row'],
  NamesIn<List> & keyof Tables[Table]['Row']
>;
