type Key = { key: string; shiftKey: boolean; nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'> };

/**
 * Key code of a key press that an input method consumed. Safari ends the composition before that event, so
 * `isComposing` is already false.
 */
const USED_BY_INPUT_METHOD = 229;

/** Whether a key press sends: Enter does, except with Shift or when it confirms an input method's conversion. */
export function isSendKey({ key, shiftKey, nativeEvent }: Key): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== USED_BY_INPUT_METHOD;
}
