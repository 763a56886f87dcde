import type { MailChoices } from '@domain/mail-choices.ts';

/** The kinds of mail that the receiver wants. */
export const wantedOf = ({ choices }: MailChoices): string[] =>
  choices.filter(({ isWanted }) => isWanted).map(({ template }) => template);

/**
 * What the form shows after a save: what is stored, with the ticks that were not part of the save.
 * @param ticked what is ticked now
 * @param sent what the save named as wanted
 */
export const shownAfterSave = (stored: MailChoices, ticked: readonly string[], sent: readonly string[]): string[] =>
  stored.choices
    .filter(({ template, isWanted }) => isWanted !== (ticked.includes(template) !== sent.includes(template)))
    .map(({ template }) => template);
