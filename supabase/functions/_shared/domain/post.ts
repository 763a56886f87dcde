import { z } from 'zod';

import { CATEGORIES } from './categories.ts';
import { toCountryCode } from './countries.ts';
import { imagesSchema } from './image-files.ts';
import { cleanLine, idSchema, optionalLine, optionalText, requiredLine, requiredText } from './input.ts';
import {
  AREA_MAX,
  COUNTRY_MAX,
  DELIVERY_ADDRESS_MAX,
  DESCRIPTION_MAX,
  HIDE_REASON_MAX,
  PORT_MAX,
  TITLE_MAX,
} from './limits.ts';

export const TITLE_TOO_LONG = 'Title too long';
export const DESCRIPTION_TOO_LONG = 'Description too long';
const CATEGORY_REQUIRED = 'Please select a category';

/** The rules that form and API share. */
const commonFields = {
  title: requiredLine('Title is required', TITLE_MAX, TITLE_TOO_LONG),
  description: requiredText('Description is required', DESCRIPTION_MAX, DESCRIPTION_TOO_LONG),
  category: z.enum(CATEGORIES, CATEGORY_REQUIRED),
  deliveryAddress: requiredLine('Delivery address is required', DELIVERY_ADDRESS_MAX),
};

const country = requiredLine('Country is required', COUNTRY_MAX);

/**
 * The post form: all fields are strings, '' if empty; the country as its name or as typed.
 * `toPostBody` converts the result for storage: a country's name becomes its code, any other text stays.
 */
export const postFormSchema = z.object({
  ...commonFields,
  category: z.string().pipe(commonFields.category),
  country,
  area: z.string().overwrite(cleanLine).trim().max(AREA_MAX),
  port: z.string().overwrite(cleanLine).trim().max(PORT_MAX),
  images: imagesSchema,
});

type PostFormOutput = z.output<typeof postFormSchema>;

/** The body of POST and PUT /api/posts: the country as code, name or free text; area, port and images are optional. */
export const postBodySchema = z.object({
  ...commonFields,
  country: country.transform(toCountryCode),
  area: optionalLine(AREA_MAX),
  port: optionalLine(PORT_MAX),
  images: imagesSchema.nullish().transform((images) => images ?? []),
});

export type PostBody = z.output<typeof postBodySchema>;

/** Converts the post form to the stored body: the country as its code, empty optional texts as null. */
export function toPostBody(form: PostFormOutput): PostBody {
  return {
    ...form,
    country: toCountryCode(form.country),
    area: form.area || null,
    port: form.port || null,
  };
}

/** The body of PATCH /api/posts/{id}/hide: the reason is optional. */
export const hidePostSchema = z.object({ reason: optionalText(HIDE_REASON_MAX) });

/** A post as `/api` answers it. */
export const postSchema = z.object({
  id: idSchema,
  userId: idSchema,
  username: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  country: z.string(),
  area: z.string().nullable(),
  deliveryAddress: z.string(),
  port: z.string().nullable(),
  images: z.array(z.string()),
  likes: z.number().int().min(0),
  quoteCount: z.number().int().min(0),
  createdAt: z.string(),
  updatedAt: z.string(),
  isHidden: z.boolean(),
  hiddenReason: z.string().nullable(),
  hiddenBy: idSchema.nullable(),
});

export type Post = z.infer<typeof postSchema>;

/** Whether the caller watches a post; `watchers` is null for all but its owner. */
export const watchSchema = z.object({ isWatching: z.boolean(), watchers: z.number().int().nullable() });
export type Watch = z.infer<typeof watchSchema>;

/** The like state of the caller. */
export const likeStateSchema = z.object({ hasLiked: z.boolean() });

/** The answer to a like and to its removal: the new state and count. */
export const likeAnswerSchema = likeStateSchema.extend({ likes: z.number().int().min(0) });
