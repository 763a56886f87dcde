type Key = { key: string; shiftKey: boolean; nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'> };

/** The key code of a key press that an input method consumed. Safari ends the composition before it, so `isComposing` does not tell. */
const USED_BY_INPUT_METHOD = 229;

/** Whether a key press sends: Enter does; Shift+Enter is a new line, and an Enter that confirms a conversion is neither. */
export function isSendKey({ key, shiftKey, nativeEvent }: Key): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== USED_BY_INPUT_METHOD;
}
