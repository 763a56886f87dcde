/** A translation, or its forms where a language counts in more ways than one. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The translations of one language by their English texts. */
export type Catalogue = {
  /** What the page itself says. */
  texts: Readonly<Record<string, Translation>>;
  /** What reaches the page in English: refusals, failures, notifications. `{name}` stands for whatever is there. */
  messages: Readonly<Record<string, string>>;
};
