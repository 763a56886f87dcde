import { z } from 'zod';
import { countryName } from '@domain/countries.ts';
import { attachmentSchema } from '@domain/document-files.ts';
import { fallbackText } from '@domain/input.ts';
import { ATTACHMENTS_MAX } from '@domain/limits.ts';
import { readTyped } from '@domain/numbers.ts';
import { postFormSchema, toPostBody, type PostBody } from '@domain/post.ts';
import { REQUIREMENT_FIELDS, requirementsSchema, type Requirements } from '@domain/requirements-schema.ts';
import { recordOf } from '@/shared/form/record-of.ts';
import { questionOf } from '@domain/typed-number.ts';
import type { Post } from '../shown-post.ts';
import { fromRequirementTexts, requirementTexts } from '../requirements/requirement-values.ts';

const always = { when: () => true };

const requirementFields = z.object(recordOf(REQUIREMENT_FIELDS, () => z.string()));

const fieldsSchema = postFormSchema.extend({
  ...requirementFields.shape,
  documents: z.array(attachmentSchema).max(ATTACHMENTS_MAX),
});

/**
 * Schema of the post form: strings throughout, '' for empty. Errors of the optional fields show together with all
 * others.
 */
export const postValuesSchema = fieldsSchema.superRefine((values, context) => {
  const fields = requirementFields.safeParse(values);
  if (!fields.success) return;
  for (const name of ['quantity', 'targetPrice'] as const) {
    const read = readTyped(fields.data[name]);
    const question = typeof read === 'number' ? undefined : questionOf(read);
    if (question) context.addIssue({ code: 'custom', path: [name], message: question });
  }
  const requirements = requirementsSchema.safeParse(fromRequirementTexts(fields.data, undefined), fallbackText);
  for (const { path, message } of requirements.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message });
  }
}, always);

export type PostValues = z.input<typeof postValuesSchema>;
export type ValidPost = z.output<typeof postValuesSchema>;

type Documents = ValidPost['documents'];

/** A post as the form submits it; documents only if they changed. */
export type SentPost = {
  post: PostBody;
  requirements: Requirements;
  documents: Documents | null;
  /** What the form of an edited post began with: when the post had last changed, and its documents. */
  read?: { at: string; documents: Documents };
};

/** Initial values of the form, from the post to edit and its documents if there are any. */
export function valuesOf(post: Post | undefined, documents: PostValues['documents']): PostValues {
  return {
    title: post?.title ?? '',
    description: post?.description ?? '',
    category: post?.category ?? '',
    country: post ? countryName(post.country) : '',
    area: post?.area ?? '',
    deliveryAddress: post?.deliveryAddress ?? '',
    port: post?.port ?? '',
    images: post?.images ?? [],
    ...requirementTexts(post),
    documents,
  };
}

/**
 * The post to store.
 * @param values valid values of the form
 * @param post post that is edited, if any
 * @param documents those that the form began with
 */
export function toSentPost(values: ValidPost, post: Post | undefined, documents: Documents): SentPost {
  const pathsOf = (files: Documents) => files.map(({ path }) => path).join(' ');
  return {
    post: toPostBody(values),
    requirements: requirementsSchema.parse(fromRequirementTexts(values, post)),
    documents: pathsOf(values.documents) === pathsOf(documents) ? null : values.documents,
    ...(post && { read: { at: post.updatedAt, documents } }),
  };
}

/**
 * The documents to store, where another tab or device may have added and removed some since the form read them.
 * @param wanted those of the form
 * @param read those that it began with
 * @param stored those of now
 */
export function mergeDocuments(wanted: Documents, read: Documents, stored: Documents): Documents {
  const isIn = (files: Documents) => {
    const paths = new Set(files.map(({ path }) => path));
    return ({ path }: Documents[number]) => paths.has(path);
  };
  const [wasRead, isStored, isWanted] = [isIn(read), isIn(stored), isIn(wanted)];
  return [
    ...wanted.filter((file) => !wasRead(file) || isStored(file)),
    ...stored.filter((file) => !wasRead(file) && !isWanted(file)),
  ];
}
