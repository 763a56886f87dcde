import { z } from 'zod';
import { idSchema } from './input.ts';

/** The kinds of rules, in the order in which they are offered. */
export const RULE_KINDS = { word: 'Word', phrase: 'Phrase', regex: 'Regex', built_in: 'Built-in' } as const;
/** Actions of a rule on a match. */
export const RULE_ACTIONS = { block: 'Block', mask: 'Mask', flag: 'Flag for review' } as const;
/** Kinds of hits: the actions, and what a trial found. */
export const HIT_ACTIONS = { ...RULE_ACTIONS, trial: 'Trial' } as const;
/** The patterns of built-in rules. */
export const BUILT_INS = {
  email: 'Email addresses',
  phone: 'Phone numbers',
  url: 'Web addresses',
  messenger: 'Messenger handles',
  look_alike: 'Look-alike letters',
  accents: 'Stacked accents',
} as const;
/** The fields that a rule can apply to. */
export const FILTER_FIELDS = {
  post_title: 'Post title',
  post_description: 'Post description',
  post_place: 'Post address, area, port',
  quote: 'Quote field',
  message: 'Message',
  review: 'Review',
  profile: 'Profile',
  feedback: 'Feedback',
} as const;

export const RULE_PATTERN_MAX = 100;
export const RULES_MAX = 2_000;
export const TEST_TEXT_MAX = 5_000;

/** The keys of an object of labels, as a tuple for zod. */
const namesOf = <Labels extends Readonly<Record<string, string>>>(labels: Labels) =>
  z.enum(Object.keys(labels) as [keyof Labels & string, ...(keyof Labels & string)[]]);

export const ruleKindSchema = namesOf(RULE_KINDS);
export const ruleActionSchema = namesOf(RULE_ACTIONS);
export const hitActionSchema = namesOf(HIT_ACTIONS);
export const filterFieldSchema = namesOf(FILTER_FIELDS);

/** A rule as submitted. */
export const contentRuleSchema = z.object({
  kind: ruleKindSchema,
  /** Untrimmed: a space at the end of a regular expression is a part of it. The database trims the other kinds. */
  pattern: z
    .string()
    .min(1, { error: 'Pattern is required', abort: true })
    .max(RULE_PATTERN_MAX, 'Pattern too long')
    .refine((text) => text.trim() !== '', 'Pattern is required'),
  action: ruleActionSchema,
  fields: z.array(filterFieldSchema).min(1, 'Choose at least one field').max(8),
  isCaseSensitive: z.boolean().default(false),
  isEnabled: z.boolean().default(true),
  /** Counts its hits and changes nothing. */
  isTrial: z.boolean().default(false),
});

/** A rule as answered; `costMs` is the longest time that its pattern takes for a text. */
export const storedContentRuleSchema = contentRuleSchema.extend({
  id: idSchema,
  costMs: z.number(),
  /** Since when the rule, as it is now, runs as a trial. */
  trialSince: z.string().nullable(),
  hits30Days: z.number().int(),
  updatedAt: z.string(),
});

/** A text to test as if it were submitted in a field. */
export const contentTestSchema = z.object({
  field: filterFieldSchema,
  text: z.string().max(TEST_TEXT_MAX, 'Text too long'),
});

/** The filter's verdict on a text; positions count characters from 1. */
export const contentVerdictSchema = z.object({
  verdict: z.enum(['allowed', 'flagged', 'blocked']),
  masked: z.string(),
  hits: z.array(
    z.object({
      ruleId: idSchema,
      kind: ruleKindSchema,
      pattern: z.string(),
      action: hitActionSchema,
      start: z.number().int().positive(),
      length: z.number().int().positive(),
    }),
  ),
});

/** Hits of a rule in recent texts, without counts for messages and quotes. */
export const rulePreviewSchema = z.object({
  /** Public texts, and those with hits. */
  texts: z.number().int(),
  hits: z.number().int(),
  fields: z.array(
    z.object({
      field: filterFieldSchema,
      texts: z.number().int(),
      hits: z.number().int(),
    }),
  ),
  /** Whether it finds too much in messages and quotes; null without these fields, or when that takes too long. */
  isCommonInPrivate: z.boolean().nullable(),
  examples: z.array(z.object({ field: filterFieldSchema, excerpt: z.string() })),
});

export type ContentRule = z.output<typeof contentRuleSchema>;

/** A rule for `save_content_rule()`: each field by its column name. */
export function contentRuleRow(rule: ContentRule) {
  return {
    kind: rule.kind,
    pattern: rule.pattern,
    action: rule.action,
    fields: rule.fields,
    is_case_sensitive: rule.isCaseSensitive,
    is_enabled: rule.isEnabled,
    is_trial: rule.isTrial,
  };
}

/** Calls that one thing takes at most: a preview of the same rule can take the entry of a save, and the other way round. */
const CALLS_MAX = 5;

/**
 * Calls what judges rules until it answers. Those for messages and quotes are entered in the audit log first, which answers
 * nothing, so that no failure of the judging takes the entry back.
 * @throws `busy` when it has never answered
 */
export async function afterEntry<Answer>(call: () => Promise<Answer>, busy: () => Error): Promise<NonNullable<Answer>> {
  for (let made = 0; made < CALLS_MAX; made += 1) {
    const answer = await call();
    const isEntered = answer === null || answer === undefined || (Array.isArray(answer) && answer.length === 0);
    if (!isEntered) return answer;
  }
  throw busy();
}
export type RulePreview = z.output<typeof rulePreviewSchema>;
export type ContentVerdict = z.output<typeof contentVerdictSchema>;
export type FilterField = z.output<typeof filterFieldSchema>;
