import type { Language } from '@/shared/i18n/language.ts';
import { contentRuleSchema, RULES_MAX, type ContentRule } from '@domain/content-filter.ts';
import { parseInput } from '@domain/input.ts';
import { csvText, parseCsv } from '@/shared/text/csv.ts';
import type { ImportedLine, LineFailure } from './import-rules.ts';

const RULE_CSV_COLUMNS = ['kind', 'pattern', 'action', 'fields', 'case_sensitive', 'enabled'] as const;
const FIELD_SEPARATOR = ' ';

const stateText = ({ isEnabled, isTrial }: ContentRule) => {
  if (!isEnabled) return 'no';
  return isTrial ? 'trial' : 'yes';
};

/** Rules as CSV; the entries of a list are separated by spaces. */
export function rulesCsv(rules: readonly ContentRule[]): string {
  return csvText([
    RULE_CSV_COLUMNS,
    ...rules.map((rule) => [
      rule.kind,
      rule.pattern,
      rule.action,
      rule.fields.join(FIELD_SEPARATOR),
      rule.isCaseSensitive ? 'yes' : 'no',
      stateText(rule),
    ]),
  ]);
}

/** Reads yes or no. Returns other text unchanged, for the schema to refuse, and undefined for an empty cell. */
function readSwitch(text: string): boolean | undefined | string {
  const word = text.trim().toLowerCase();
  if (word === '') return undefined;
  if (['yes', 'true', '1'].includes(word)) return true;
  return ['no', 'false', '0'].includes(word) ? false : text;
}

/**
 * Reads rules from a CSV file. Returns them with the lines that are invalid or too many; without the expected columns,
 * no rules at all.
 */
export function readRulesCsv(
  text: string,
  { t, message, number }: Language,
): { lines: ImportedLine[]; failures: LineFailure[] } {
  const [head, ...rows] = parseCsv(text);
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = RULE_CSV_COLUMNS.slice(0, 4).filter((name) => !names.includes(name));
  if (missing.length > 0) {
    return {
      lines: [],
      failures: [
        {
          line: 1,
          message: t('The first line must name the columns; missing: {columns}', { columns: missing.join(', ') }),
        },
      ],
    };
  }
  const lines: ImportedLine[] = [];
  const failures: LineFailure[] = [];
  for (const { line, cells } of rows) {
    const cell = (name: (typeof RULE_CSV_COLUMNS)[number]) => cells[names.indexOf(name)] ?? '';
    const isTrial = cell('enabled').trim().toLowerCase() === 'trial';
    const parsed = parseInput(contentRuleSchema, {
      kind: cell('kind').trim(),
      pattern: cell('pattern'),
      action: cell('action').trim(),
      fields: cell('fields')
        .split(/[\s,;]+/)
        .filter(Boolean),
      isCaseSensitive: readSwitch(cell('case_sensitive')),
      isEnabled: isTrial || readSwitch(cell('enabled')),
      isTrial,
    });
    if (parsed.ok && lines.length < RULES_MAX) lines.push({ line, rule: parsed.data });
    else if (parsed.ok)
      failures.push({ line, message: t('An import takes at most {max} rules', { max: number(RULES_MAX) }) });
    else
      failures.push({
        line,
        message: parsed.errors.map((error) => `${error.path.split('.')[0]}: ${message(error.message)}`).join('; '),
      });
  }
  return { lines, failures };
}
