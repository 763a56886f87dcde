type Key = { key: string; shiftKey: boolean; nativeEvent: { isComposing: boolean } };

/** Whether a key press sends: Enter does, Shift+Enter is a new line, and Enter that only ends the input of a character is neither. */
export function isSendKey({ key, shiftKey, nativeEvent }: Key): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
}
