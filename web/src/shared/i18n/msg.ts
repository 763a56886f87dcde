/** Marks an English text that is translated elsewhere, such as an option label, so that the text check finds it. */
export const msg = <Text extends string>(text: Text): Text => text;
