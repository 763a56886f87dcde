type Key = { key: string; shiftKey: boolean; nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'> };

/** The code of a key that an input method has used itself. Safari ends the composition before that key press, so only this tells. */
const USED_BY_INPUT_METHOD = 229;

/** Whether a key press sends: Enter does; Shift+Enter is a new line, and an Enter that confirms a conversion is neither. */
export function isSendKey({ key, shiftKey, nativeEvent }: Key): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== USED_BY_INPUT_METHOD;
}
