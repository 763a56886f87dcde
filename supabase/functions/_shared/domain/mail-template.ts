/** The default text of a mail. Blank lines separate paragraphs; {{name}} is a placeholder. */
export type MailTemplate = {
  /** Name of the mail for admins, and for receivers on the page of mail choices. */
  label: string;
  /** The reason for the mail, shown at its end. */
  reason: string;
  subject: string;
  body: string;
  /** The button; `many` replaces its label if a mail collects several items. */
  action: { label: string; many?: string; path: string };
  /** The allowed placeholders, with an example of each for the preview. */
  variables: Readonly<Record<string, string>>;
};

/** The texts of a language that surround the templates or fill their placeholders. */
export type MailWords = {
  /** Introduces the reason of a template. */
  because: string;
  /** The unsubscribe link at the end of a mail. */
  unsubscribe: string;
  /** Replaces an unknown name. */
  somebody: string;
  /** The end of a suspension, or that it is permanent. */
  until: string;
  forGood: string;
  /** The subject for several messages, and the line for those that are not listed. */
  newMessages: string;
  moreMessages: string;
  /** Subjects for one and for several new quotes, and the labels of their terms. */
  newQuote: string;
  newQuotes: string;
  supplier: string;
  price: string;
  quantity: string;
  deliveryTime: string;
  validUntil: string;
  /** The subject for several questions, and the labels of a question and its answer. */
  newQuestions: string;
  question: string;
  answer: string;
  /** The line for the quotes, questions and answers that are not listed. */
  more: string;
};
