/** Marks an English text that is translated where it is shown, such as the label of an option, so that the check of texts finds it. */
export const msg = <Text extends string>(text: Text): Text => text;
