import { z } from 'zod';
import { dataOf, type Client } from '../../_shared/clients.ts';
import {
  afterEntry,
  contentRuleSchema,
  contentTestSchema,
  contentVerdictSchema,
  hitActionSchema,
  ruleActionSchema,
  ruleKindSchema,
  rulePreviewSchema,
  storedContentRuleSchema,
  contentRuleRow,
} from '../../_shared/domain/content-filter.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { unavailable } from '../../_shared/http/api-error.ts';
import { listAnswer, pageFields } from '../admin-list.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** The content filter: its rules, and a test of a text against them. */
export const adminContentFilterRoutes = new ApiRoutes('Admin');

const listSchema = z.object({
  ...pageFields,
  pageSize: z.coerce.number().int().min(1).max(1_000).default(20),
  sort: z.enum(['created', 'pattern', 'kind', 'action', 'hits']).default('created'),
  q: z.string().trim().max(100).optional(),
  kind: ruleKindSchema.optional(),
  action: ruleActionSchema.optional(),
  enabled: z.stringbool().optional(),
  trial: z.stringbool().optional(),
});

adminContentFilterRoutes.operation(
  {
    method: 'get',
    path: '/admin/content-filter',
    summary: 'List the rules, page by page, with their hits of the last 30 days',
    access: 'admin',
    query: listSchema,
    answer: z.object({ items: z.array(storedContentRuleSchema), total: z.number().int() }),
  },
  async ({ client, query }) => {
    const rows = dataOf(
      await client.rpc('list_content_rules', {
        search: query.q,
        kind: query.kind,
        action: query.action,
        is_enabled: query.enabled,
        is_trial: query.trial,
        sort: query.sort,
        sort_order: query.order,
        page: query.page,
        page_size: query.pageSize,
      }),
    );
    const items = rows.map((row) =>
      storedContentRuleSchema.parse({
        ...row,
        isCaseSensitive: row.is_case_sensitive,
        isEnabled: row.is_enabled,
        isTrial: Boolean(row.trial_since),
        trialSince: row.trial_since,
        costMs: row.cost_ms,
        hits30Days: row.hits,
        updatedAt: row.updated_at,
      }),
    );
    return { items, total: rows[0]?.total ?? 0 };
  },
);

const ruleAnswerSchema = contentRuleSchema.extend({ id: idSchema });
const ruleBodySchema = contentRuleSchema.extend({ isConfirmed: z.boolean().default(false) });
const refusals = {
  409: 'A rule with this pattern exists already, or it would change or refuse more than 1 % of the last texts and is not confirmed',
};

async function saveRule(client: Client, id: number, { isConfirmed, ...rule }: z.output<typeof ruleBodySchema>) {
  const args = { rule_id: id, rule: contentRuleRow(rule), is_confirmed: isConfirmed };
  return {
    ...rule,
    id: await afterEntry(async () => dataOf(await client.rpc('save_content_rule', args)), unavailable),
  };
}

adminContentFilterRoutes.operation(
  {
    method: 'post',
    path: '/admin/content-filter',
    summary: 'Create a rule',
    access: 'admin',
    body: ruleBodySchema,
    answer: ruleAnswerSchema,
    status: 201,
    refusals,
  },
  async ({ client, body }) => saveRule(client, 0, body),
);

adminContentFilterRoutes.operation(
  {
    method: 'put',
    path: '/admin/content-filter/{id}',
    summary: 'Change a rule',
    access: 'admin',
    ids: { id: 'Rule' },
    body: ruleBodySchema,
    answer: ruleAnswerSchema,
    refusals,
  },
  async ({ client, ids, body }) => saveRule(client, ids.id, body),
);

adminContentFilterRoutes.operation(
  {
    method: 'delete',
    path: '/admin/content-filter/{id}',
    summary: 'Delete a rule',
    access: 'admin',
    ids: { id: 'Rule' },
    answer: doneSchema,
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('delete_content_rule', { rule_id: ids.id }));
    return { message: 'Rule deleted' };
  },
);

adminContentFilterRoutes.operation(
  {
    method: 'post',
    path: '/admin/content-filter/test',
    summary: 'Test a text against the rules; nothing is stored',
    access: 'admin',
    body: contentTestSchema,
    answer: contentVerdictSchema,
  },
  async ({ client, body }) => {
    return contentVerdictSchema.parse(
      dataOf(await client.rpc('test_content', { context: body.field, content: body.text })),
    );
  },
);

adminContentFilterRoutes.operation(
  {
    method: 'post',
    path: '/admin/content-filter/preview',
    summary:
      'Count what a rule would find in the last 2,000 public texts of its fields; of messages and quotes only whether it is common there, and that is in the audit log',
    access: 'admin',
    // The rule that it would replace, if any.
    body: contentRuleSchema.extend({ id: idSchema.optional() }),
    answer: rulePreviewSchema,
    refusals: { 404: 'There is no rule with this id', 409: 'Another rule has this pattern already' },
  },
  async ({ client, body: { id, ...rule } }) =>
    rulePreviewSchema.parse(
      await afterEntry(
        async () =>
          dataOf(await client.rpc('preview_content_rule', { rule: contentRuleRow(rule), ...(id && { rule_id: id }) })),
        unavailable,
      ),
    ),
);

const flaggedSchema = z.object({
  id: idSchema,
  ruleName: z.string(),
  context: z.string(),
  entity: z.string(),
  entityId: idSchema.nullable(),
  userId: idSchema.nullable(),
  username: z.string().nullable(),
  excerpt: z.string(),
  createdAt: z.string(),
});

adminContentFilterRoutes.operation(
  {
    method: 'get',
    path: '/admin/content-filter/flagged',
    summary: 'List texts flagged in the last 30 days that nobody has reviewed, page by page, newest first',
    access: 'admin',
    query: z.object(pageFields).omit({ order: true }),
    answer: listAnswer(flaggedSchema),
  },
  async ({ client, query: { page, pageSize } }) => {
    const rows = dataOf(await client.rpc('list_flagged_content', { page, page_size: pageSize }));
    return {
      items: rows.map((row) => ({
        id: row.id,
        ruleName: row.rule_name,
        context: row.context,
        entity: row.entity,
        entityId: row.entity_id,
        userId: row.user_id,
        username: row.username,
        excerpt: row.excerpt,
        createdAt: row.created_at,
      })),
      total: rows[0]?.total ?? 0,
    };
  },
);

const hitSchema = z.object({
  id: idSchema,
  ruleId: idSchema.nullable(),
  ruleName: z.string(),
  action: hitActionSchema,
  context: z.string(),
  entity: z.string(),
  entityId: idSchema.nullable(),
  userId: idSchema.nullable(),
  username: z.string().nullable(),
  excerpt: z.string().nullable(),
  createdAt: z.string(),
  reviewedAt: z.string().nullable(),
});

adminContentFilterRoutes.operation(
  {
    method: 'get',
    path: '/admin/content-filter/hits',
    summary: 'List what the rules found in the last 30 days, up to the newest 10,000 hits, page by page, newest first',
    access: 'admin',
    query: z
      .object({ ...pageFields, action: hitActionSchema.optional(), rule: z.coerce.number().pipe(idSchema).optional() })
      .omit({ order: true }),
    answer: listAnswer(hitSchema),
  },
  async ({ client, query: { action, rule, page, pageSize } }) => {
    const rows = dataOf(await client.rpc('list_content_hits', { action, rule_id: rule, page, page_size: pageSize }));
    return {
      items: rows.map((row) =>
        hitSchema.parse({
          ...row,
          ruleId: row.rule_id,
          ruleName: row.rule_name,
          entityId: row.entity_id,
          userId: row.user_id,
          createdAt: row.created_at,
          reviewedAt: row.reviewed_at,
        }),
      ),
      total: Math.min(rows[0]?.total ?? 0, 10_000),
    };
  },
);

adminContentFilterRoutes.operation(
  {
    method: 'post',
    path: '/admin/content-filter/flagged/review',
    summary: 'Mark flagged texts as reviewed',
    access: 'admin',
    body: z.object({ ids: z.array(idSchema).min(1).max(100) }),
    answer: doneSchema,
  },
  async ({ client, body }) => {
    dataOf(await client.rpc('review_flagged_content', { hit_ids: body.ids }));
    return { message: 'Reviewed' };
  },
);
