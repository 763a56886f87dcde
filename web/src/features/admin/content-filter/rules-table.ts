import { BUILT_INS, RULE_ACTIONS, RULE_KINDS, type ContentRule } from '@domain/content-filter.ts';
import { optional } from '@/shared/address/param.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** The orders and filters of the list of rules. */
export const rulesTable = {
  sorts: ['created', 'pattern', 'kind', 'action', 'hits'],
  filters: {
    kind: optional(['word', 'phrase', 'regex', 'built_in']),
    action: optional(['block', 'mask', 'flag']),
    enabled: optional(['yes', 'no']),
  },
} as const satisfies TableSpec;

export type RuleSort = (typeof rulesTable.sorts)[number];
export type RulesState = TableState<RuleSort, keyof typeof rulesTable.filters>;

/** A rule with what it found in 30 days. */
export type StoredRule = ContentRule & {
  id: number;
  hits: number;
  /** The percentage of recent texts that made the filter stop this rule by itself; null for any other rule. */
  stoppedShare: number | null;
};

const isBuiltIn = (name: string): name is keyof typeof BUILT_INS => Object.hasOwn(BUILT_INS, name);

/** The pattern as a person reads it: that of a built-in rule is only a name. */
export function patternText({ kind, pattern }: Pick<ContentRule, 'kind' | 'pattern'>, { t }: Language): string {
  return kind === 'built_in' && isBuiltIn(pattern) ? t(BUILT_INS[pattern]) : pattern;
}

const isKind = (name: string): name is keyof typeof RULE_KINDS => Object.hasOwn(RULE_KINDS, name);

/** The name under which the database keeps a rule that found something ("word: scam"), as a person reads it. */
export function ruleNameText(name: string, language: Language): string {
  const [kind = '', ...rest] = name.split(': ');
  return isKind(kind)
    ? `${language.t(RULE_KINDS[kind])}: ${patternText({ kind, pattern: rest.join(': ') }, language)}`
    : name;
}

/** Labels of a select. */
export const optionsOf = (labels: Readonly<Record<string, string>>, { t }: Language) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));

export const kindOptions = (language: Language) => optionsOf(RULE_KINDS, language);
export const actionOptions = (language: Language) => optionsOf(RULE_ACTIONS, language);
