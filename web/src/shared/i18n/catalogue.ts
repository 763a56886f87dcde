/** A translation, or its plural forms in languages that have several. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The translations of one language by English text. */
export type Catalogue = {
  /** Texts of the page itself. */
  texts: Readonly<Record<string, Translation>>;
  /** Texts that arrive in English: refusals, failures, notifications. `{name}` matches any text. */
  messages: Readonly<Record<string, string>>;
};

/** All entries of the catalogues of one language. */
export const joined = (...catalogues: readonly Catalogue[]): Catalogue => ({
  texts: Object.assign({}, ...catalogues.map(({ texts }) => texts)),
  messages: Object.assign({}, ...catalogues.map(({ messages }) => messages)),
});
