import { z } from 'zod';

import { readPrice, readQuantity } from './amounts.ts';
import { attachmentSchema } from './document-files.ts';
import { imagesSchema } from './image-files.ts';
import { idSchema, optionalLine, optionalText, requiredLine } from './input.ts';
import { ATTACHMENTS_MAX, ORGANIZATION_MAX, QUOTE_VALID_DAYS_MAX, TAX_CODE_MAX } from './limits.ts';
import { ORGANIZATION_TOO_LONG, TAX_CODE_TOO_LONG } from './profile.ts';
import { dayAfter, todayUtc } from './quote-status.ts';
import { questionOf } from './typed-number.ts';
import { ACCOUNT_TYPES, PRODUCT_MATCHES } from './quote-values.ts';

// Lengths in characters.
export const PRICE_MAX = 20;
export const QUANTITY_MAX = 20;
export const PAYMENT_METHOD_MAX = 50;
export const SHIPPING_METHOD_MAX = 20;
export const DELIVERY_TIME_MAX = 20;
export const DELIVERY_FROM_MAX = 50;
export const DELIVERY_TO_MAX = 50;
export const QUOTE_DESCRIPTION_MAX = 500;

const DEFAULT_CURRENCY = 'USD';

export const NO_EMAIL = 'Email addresses are not allowed in this field';
const PRICE_REQUIRED = 'Price is required';
const PRICE_POSITIVE = 'Price must be positive';
const QUANTITY_REQUIRED = 'Minimum quantity is required';
export const QUANTITY_TOO_LONG = `Quantity must be less than ${QUANTITY_MAX} characters`;
const QUANTITY_POSITIVE = 'Quantity must be at least 1';
const DESCRIPTION_REQUIRED = 'Description is required';
const DELIVERY_TIME_REQUIRED = 'Delivery time is required';
const PAYMENT_METHOD_REQUIRED = 'Payment method is required';
const SHIPPING_METHOD_REQUIRED = 'Shipping method is required';
const DELIVERY_FROM_REQUIRED = 'Delivery from location is required';
const DELIVERY_TO_REQUIRED = 'Delivery to location is required';
export const VALID_UNTIL_NO_DAY = 'Please enter a day';
export const VALID_UNTIL_PAST = 'The last day must be today or later';
export const VALID_UNTIL_TOO_LATE = 'The last day must be within a year';
const ORGANIZATION_REQUIRED = 'Organization name is required for organizations';
const TAX_CODE_REQUIRED = 'Tax code is required for organizations';

/** The product match of a quote; null if the client used the basic schema. */
export const productMatchSchema = z.enum(PRODUCT_MATCHES);

export const accountTypeSchema = z.enum(ACCOUNT_TYPES);

/**
 * The number of a purely numeric text ("-1", "0.50"), else null. Prices and quantities are texts:
 * docs/decisions.md#prices-and-quantities-are-texts.
 */
export function plainNumber(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : null;
}

const noEmail = (text: string) => !text.includes('@');
const isNotNegative = (text: string) => (plainNumber(text) ?? 0) >= 0;
const isAtLeastOne = (text: string) => (plainNumber(text) ?? 1) >= 1;

/** A required text without "@". */
const plainText = (required: string, max: number) => requiredLine(required, max).refine(noEmail, NO_EMAIL);

const priceText = plainText(PRICE_REQUIRED, PRICE_MAX).refine(isNotNegative, PRICE_POSITIVE);
const quantityText = requiredLine(QUANTITY_REQUIRED, QUANTITY_MAX, QUANTITY_TOO_LONG).refine(
  isAtLeastOne,
  QUANTITY_POSITIVE,
);

/** A number or a text, as text: simple clients send numbers, the form texts. */
const numberOrText = (required: string) =>
  z.union([z.string(), z.number()], required).transform((value) => String(value));

const currencyCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/)
  .toUpperCase();
const deliveryTime = plainText(DELIVERY_TIME_REQUIRED, DELIVERY_TIME_MAX);

/** The last day of a quote in the form, '' for the database's default. The database decides by its own clock. */
const validUntilDay = z
  .string()
  .trim()
  .refine((day) => day === '' || z.iso.date().safeParse(day).success, { message: VALID_UNTIL_NO_DAY, abort: true })
  .refine((day) => day === '' || day >= todayUtc(), VALID_UNTIL_PAST)
  .refine((day) => day <= dayAfter(todayUtc(), QUOTE_VALID_DAYS_MAX), VALID_UNTIL_TOO_LATE)
  .transform((day) => day || undefined);

/** A text that its own field has trimmed; a value that is not a string counts as empty. */
const textOrEmpty = z.string().catch('');

/** The fields that rules between fields read. */
const crossFields = z.object({
  productMatch: textOrEmpty,
  accountType: textOrEmpty,
  description: textOrEmpty,
  paymentMethod: textOrEmpty,
  shippingMethod: textOrEmpty,
  deliveryFrom: textOrEmpty,
  deliveryTo: textOrEmpty,
  organizationName: textOrEmpty,
  taxCode: textOrEmpty,
});

type CrossFields = z.infer<typeof crossFields>;
type MissingText = [path: keyof CrossFields, message: string];

/** Messages for texts that another field's value makes mandatory: docs/decisions.md#when-a-quote-needs-a-description. */
function missingByCondition(quote: CrossFields): MissingText[] {
  const isDescriptionNeeded = quote.productMatch === 'different' || quote.productMatch === '';
  const isOrganization = quote.accountType === 'organization';
  const missing: MissingText[] = [];
  if (isDescriptionNeeded && !quote.description) missing.push(['description', DESCRIPTION_REQUIRED]);
  if (isOrganization && !quote.organizationName) missing.push(['organizationName', ORGANIZATION_REQUIRED]);
  if (isOrganization && !quote.taxCode) missing.push(['taxCode', TAX_CODE_REQUIRED]);
  return missing;
}

/**
 * Messages for texts that only clients of the whole form must send, which a form-only field reveals:
 * docs/decisions.md#two-kinds-of-clients-send-quotes.
 */
function missingInForm(quote: CrossFields): MissingText[] {
  if (!quote.productMatch && !quote.accountType) return [];
  const required: MissingText[] = [
    ['paymentMethod', PAYMENT_METHOD_REQUIRED],
    ['shippingMethod', SHIPPING_METHOD_REQUIRED],
    ['deliveryFrom', DELIVERY_FROM_REQUIRED],
    ['deliveryTo', DELIVERY_TO_REQUIRED],
  ];
  return required.filter(([path]) => !quote[path]);
}

type Refusals = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void };

/** A zod check of rules between fields. It also runs if single fields are refused, so that all messages appear at once. */
function crossCheck(...rules: ((quote: CrossFields) => MissingText[])[]) {
  return (value: unknown, context: Refusals) => {
    const fields = crossFields.safeParse(value);
    if (!fields.success) return;
    for (const [path, message] of rules.flatMap((rule) => rule(fields.data))) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  };
}

/** The rules between the fields of a quote sent to `/api`. */
export const checkQuoteBody = crossCheck(missingByCondition, missingInForm);

export const always = { when: () => true };

const amountFields = z.object({
  price: textOrEmpty,
  quantity: textOrEmpty,
  currency: textOrEmpty,
});

/**
 * Refuses ambiguous amounts, so that the form asks which one is meant. `/api` accepts such a text unchanged:
 * docs/decisions.md#numbers-are-read-only-where-they-mean-one-thing.
 */
function checkAmounts(value: unknown, context: Refusals) {
  const fields = amountFields.safeParse(value);
  if (!fields.success) return;
  const { price, quantity, currency } = fields.data;
  for (const [path, read] of Object.entries({ price: readPrice(price, currency), quantity: readQuantity(quantity) })) {
    const question = 'unread' in read ? questionOf(read) : undefined;
    if (question) context.addIssue({ code: 'custom', path: [path], message: question });
  }
}

/** The quote form: all fields are strings, '' if empty. */
export const quoteFormSchema = z
  .object({
    productMatch: productMatchSchema,
    description: z.string().trim().max(QUOTE_DESCRIPTION_MAX),
    price: priceText,
    quantity: quantityText,
    currency: currencyCode,
    paymentMethod: plainText(PAYMENT_METHOD_REQUIRED, PAYMENT_METHOD_MAX),
    shippingMethod: plainText(SHIPPING_METHOD_REQUIRED, SHIPPING_METHOD_MAX),
    deliveryTime,
    deliveryFrom: plainText(DELIVERY_FROM_REQUIRED, DELIVERY_FROM_MAX),
    deliveryTo: plainText(DELIVERY_TO_REQUIRED, DELIVERY_TO_MAX),
    accountType: accountTypeSchema,
    organizationName: z.string().trim().max(ORGANIZATION_MAX, ORGANIZATION_TOO_LONG),
    taxCode: z.string().trim().max(TAX_CODE_MAX, TAX_CODE_TOO_LONG),
    validUntil: validUntilDay,
    attachments: z.array(attachmentSchema).max(ATTACHMENTS_MAX),
  })
  .superRefine(crossCheck(missingByCondition), always)
  .superRefine(checkAmounts, always);

export type QuoteValues = z.input<typeof quoteFormSchema>;

/** The facts of a quote, in the order of the form; attachments are files. */
export const QUOTE_FACT_NAMES = quoteFormSchema.keyof().exclude(['attachments']).options;

/** The initial values of the quote form: high match, individual, everything else empty. */
export const EMPTY_QUOTE_FORM: QuoteValues = {
  productMatch: 'high',
  description: '',
  price: '',
  quantity: '',
  currency: DEFAULT_CURRENCY,
  paymentMethod: '',
  shippingMethod: '',
  deliveryTime: '',
  deliveryFrom: '',
  deliveryTo: '',
  accountType: 'individual',
  organizationName: '',
  taxCode: '',
  validUntil: '',
  attachments: [],
};

const optionalPlainText = (max: number) => optionalLine(max).refine((text) => text === null || noEmail(text), NO_EMAIL);

/** Words for the quantity of a request in the OpenAPI document: a number, unlike that of a quote. */
export const WANTED_QUANTITY = { description: 'How much is wanted', example: 20 };

/** The facts of a post that a supplier has read, as the post answers them; those that are left out are not compared. */
const readRequestSchema = z
  .strictObject({
    title: z.string(),
    description: z.string(),
    quantity: z
      .number()
      .nullable()
      .meta({ description: WANTED_QUANTITY.description, examples: [WANTED_QUANTITY.example] }),
    unit: z.string().nullable(),
    incoterm: z.string().nullable(),
    neededBy: z.string().nullable(),
    country: z.string(),
    area: z.string().nullable(),
    deliveryAddress: z.string(),
    port: z.string().nullable(),
  })
  .partial();

/**
 * The body of POST /api/quotes: the whole form, or the four fields that every quote has. `username` and `contactAddress`
 * are accepted but ignored, because the session identifies the supplier; missing optional texts become null.
 */
export const quoteBodySchema = z
  .object({
    postId: idSchema,
    price: numberOrText(PRICE_REQUIRED).pipe(priceText),
    quantity: numberOrText(QUANTITY_REQUIRED).pipe(quantityText),
    deliveryTime,
    productMatch: productMatchSchema.nullish().transform((match) => match ?? null),
    description: optionalText(QUOTE_DESCRIPTION_MAX),
    currency: currencyCode.nullish().transform((currency) => currency ?? DEFAULT_CURRENCY),
    paymentMethod: optionalPlainText(PAYMENT_METHOD_MAX),
    shippingMethod: optionalPlainText(SHIPPING_METHOD_MAX),
    deliveryFrom: optionalPlainText(DELIVERY_FROM_MAX),
    deliveryTo: optionalPlainText(DELIVERY_TO_MAX),
    accountType: accountTypeSchema.nullish().transform((type) => type ?? null),
    organizationName: optionalLine(ORGANIZATION_MAX, ORGANIZATION_TOO_LONG),
    taxCode: optionalLine(TAX_CODE_MAX, TAX_CODE_TOO_LONG),
    images: imagesSchema.nullish().transform((images) => images ?? []),
    validUntil: z.iso
      .date(VALID_UNTIL_NO_DAY)
      .nullish()
      .transform((day) => day ?? null),
    attachments: z
      .array(attachmentSchema)
      .max(ATTACHMENTS_MAX)
      .nullish()
      .transform((files) => files ?? []),
    clientId: z
      .uuid()
      .nullish()
      .transform((id) => id ?? null),
    expectedRequest: readRequestSchema.nullish().transform((read) => read ?? null),
  })
  .superRefine(checkQuoteBody, always);

export type QuoteBody = z.input<typeof quoteBodySchema>;
export type ValidQuoteBody = z.output<typeof quoteBodySchema>;

/** The answer to a new quote. */
export const quoteResponseSchema = z.object({ postTitle: z.string(), postOwnerUsername: z.string() });

/** A quote as `/api` answers it to its two parties. `postId` is null after the post is deleted. */
export const quoteSchema = z.object({
  id: idSchema,
  postId: idSchema.nullable(),
  postTitle: z.string(),
  postOwnerId: idSchema.nullable(),
  supplierId: idSchema,
  username: z.string(),
  productMatch: productMatchSchema.nullable(),
  description: z.string(),
  price: z.string(),
  quantity: z.string(),
  currency: z.string(),
  paymentMethod: z.string().nullable(),
  shippingMethod: z.string().nullable(),
  deliveryTime: z.string(),
  deliveryFrom: z.string().nullable(),
  deliveryTo: z.string().nullable(),
  images: z.array(z.string()),
  contactAddress: z.string().nullable(),
  accountType: accountTypeSchema,
  organizationName: z.string().nullable(),
  taxCode: z.string().nullable(),
  attachments: z.array(attachmentSchema),
  createdAt: z.string(),
});

export type Quote = z.infer<typeof quoteSchema>;

/** Descriptions of the facts of a quote for the OpenAPI document; those of `description` and `currency` are shared. */
export const QUOTE_WORDS = {
  productMatch: { description: 'How well the offer matches the description', example: 'high' },
  price: { description: 'The price as typed; a plain number must be positive', example: '690 USD/ton' },
  quantity: {
    description: 'The minimum quantity as typed; a plain number must be at least 1',
    example: '20 tons',
  },
  paymentMethod: { description: 'How to pay', example: 'T/T' },
  shippingMethod: { description: 'How the goods are shipped', example: 'Sea' },
  deliveryTime: { description: 'How long delivery takes', example: '30 days' },
  deliveryFrom: { description: 'Where the goods are shipped from', example: 'Hai Phong' },
  deliveryTo: { description: 'Where the goods are delivered to', example: 'Hamburg' },
  accountType: {
    description: 'On whose behalf the supplier quotes: as an individual or for their organization',
    example: 'organization',
  },
  organizationName: {
    description: 'The organization on whose behalf the quote is made',
    example: 'Bosque Verde SA',
  },
  taxCode: { description: 'The tax code of the organization', example: '0101234567' },
  validUntil: {
    description: 'The last day on which it can be accepted, in UTC; null without an end',
    format: 'date',
    example: '2026-11-20',
  },
} as const satisfies Partial<Record<keyof ValidQuoteBody, object>>;
