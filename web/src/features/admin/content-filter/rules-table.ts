import { BUILT_INS, RULE_ACTIONS, RULE_KINDS, type ContentRule } from '@domain/content-filter.ts';
import { optional } from '@/shared/address/param.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { TableSpec, TableState } from '@/shared/ui/data-table/table-state.ts';

/** Sort orders and filters of the list of rules. */
export const rulesTable = {
  sorts: ['created', 'pattern', 'kind', 'action', 'hits'],
  filters: {
    kind: optional(['word', 'phrase', 'regex', 'built_in']),
    action: optional(['block', 'mask', 'flag']),
    enabled: optional(['yes', 'trial', 'no']),
  },
} as const satisfies TableSpec;

export type RuleSort = (typeof rulesTable.sorts)[number];
export type RulesState = TableState<RuleSort, keyof typeof rulesTable.filters>;

/** A rule with its hits of the last 30 days; of a trial, those since it began. */
export type StoredRule = ContentRule & {
  id: number;
  hits: number;
  trialSince: string | null;
  /** The share of recent texts, in percent, at which the filter disabled this rule; null for any other rule. */
  stoppedShare: number | null;
  updatedAt: string;
};

/** Colours of the badges of actions. */
export const HIT_COLORS = { block: 'red', mask: 'blue', flag: 'yellow', trial: 'gray' } as const;

const isBuiltIn = (name: string): name is keyof typeof BUILT_INS => Object.hasOwn(BUILT_INS, name);

/** The pattern for display: a built-in rule has only a name. */
export function patternText({ kind, pattern }: Pick<ContentRule, 'kind' | 'pattern'>, { t }: Language): string {
  return kind === 'built_in' && isBuiltIn(pattern) ? t(BUILT_INS[pattern]) : pattern;
}

const isKind = (name: string): name is keyof typeof RULE_KINDS => Object.hasOwn(RULE_KINDS, name);

/** The display form of a rule name as stored with a hit ("word: scam"). */
export function ruleNameText(name: string, language: Language): string {
  const [kind = '', ...rest] = name.split(': ');
  return isKind(kind)
    ? `${language.t(RULE_KINDS[kind])}: ${patternText({ kind, pattern: rest.join(': ') }, language)}`
    : name;
}

/** Select options for a set of labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>, { t }: Language) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));

export const kindOptions = (language: Language) => optionsOf(RULE_KINDS, language);
export const actionOptions = (language: Language) => optionsOf(RULE_ACTIONS, language);
