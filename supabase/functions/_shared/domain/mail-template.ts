/** What one mail says unless an admin changed it. Paragraphs are parted by blank lines; {{name}} is filled in. */
export type MailTemplate = {
  /** Name of the mail for admins, and for its receivers where they choose what they want. */
  label: string;
  /** Why somebody gets it, at the end of the mail. */
  reason: string;
  subject: string;
  body: string;
  action: { label: string; path: string };
  /** What may stand in {{}}, with an example of each for the preview. */
  variables: Readonly<Record<string, string>>;
};

/** What is around the templates of a language, and what it puts into them. */
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
};
