/** A translation, or its plural forms in languages that have several. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The translations of one language by English text. */
export type Catalogue = {
  /** Texts of the page itself. */
  texts: Readonly<Record<string, Translation>>;
  /** Texts that arrive in English: refusals, failures, notifications. `{name}` matches any text. */
  messages: Readonly<Record<string, string>>;
};

/** All entries of the catalogues of one language. Throws if one of them is something else. */
export const joined = (...catalogues: readonly Catalogue[]): Catalogue => ({
  texts: Object.fromEntries(catalogues.flatMap(({ texts }) => Object.entries(texts))),
  messages: Object.fromEntries(catalogues.flatMap(({ messages }) => Object.entries(messages))),
});
