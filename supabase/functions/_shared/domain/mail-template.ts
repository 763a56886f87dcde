/** The default text of a mail. Blank lines separate paragraphs; {{name}} is a placeholder. */
export type MailTemplate = {
  /** Name of the mail for admins, and for its receivers where they choose what they want. */
  label: string;
  /** Why somebody gets it, at the end of the mail. */
  reason: string;
  subject: string;
  body: string;
  /** The button; `many` in place of its label where a mail collects several things. */
  action: { label: string; many?: string; path: string };
  /** The allowed placeholders, with an example of each for the preview. */
  variables: Readonly<Record<string, string>>;
};

/** The texts of a language that surround the templates or fill their placeholders. */
export type MailWords = {
  /** Introduces the reason of a template. */
  because: string;
  /** The link at the end of a mail that may be unsubscribed from. */
  unsubscribe: string;
  /** In place of a name that is not known. */
  somebody: string;
  /** When a suspension ends, or that it does not. */
  until: string;
  forGood: string;
  /** The subject of several messages, and the line that stands for those that are not listed. */
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
  /** The subject of several questions, and what precedes a question and its answer. */
  newQuestions: string;
  question: string;
  answer: string;
  /** The line that stands for the quotes, questions and answers that are not listed. */
  more: string;
};
