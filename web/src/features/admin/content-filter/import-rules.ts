import { afterEntry, type ContentRule, contentRuleRow } from '@domain/content-filter.ts';
import { INVALID_INPUT } from '@domain/input.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { busy } from './busy.ts';

export type ImportedLine = { line: number; rule: ContentRule };
export type LineFailure = { line: number; message: string };

/** Saving a rule measures how long its pattern takes; this many fit into one request even on a busy machine. */
const RULES_PER_REQUEST = 50;

/**
 * Saves rules in parts. After a part that is refused the others are not sent, and the lines of both are failures with its
 * reason: what was saved before stays saved, and has to be reported.
 * @throws {AppError} when the first part is refused, because nothing was saved
 */
export async function importRules(lines: readonly ImportedLine[]) {
  const result = { created: 0, updated: 0, failures: new Array<LineFailure>() };
  for (let first = 0; first < lines.length; first += RULES_PER_REQUEST) {
    const part = lines.slice(first, first + RULES_PER_REQUEST);
    const rules = part.map(({ rule }) => contentRuleRow(rule));
    const answers = await afterEntry(
      async () => dataOf(await supabase.rpc('import_content_rules', { rules })),
      busy,
    ).catch((error: unknown) => {
      if (first === 0) throw error;
      const { message } = toAppError(error);
      result.failures.push(...lines.slice(first).map(({ line }) => ({ line, message })));
    });
    if (!answers) break;
    for (const answer of answers) {
      if (answer.status === 'created') result.created += 1;
      else if (answer.status === 'updated') result.updated += 1;
      else result.failures.push({ line: part[answer.line - 1]?.line ?? 0, message: answer.message ?? INVALID_INPUT });
    }
  }
  return result;
}

/** Saves many rules, replacing those with the same kind and pattern. Reports why each failed line failed. */
export const useImportRules = () => useWrite(importRules, [keys.contentFilter.all]);
