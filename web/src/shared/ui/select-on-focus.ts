import type { FocusEvent, MouseEvent } from 'react';

type Field = HTMLInputElement;

/**
 * Props of a field that suggests values: its text is selected when it gets the focus, so that typing replaces the chosen
 * value.
 */
export const selectOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent<Field>) => {
    if (!currentTarget.readOnly) currentTarget.select();
  },
  onMouseDown: (event: MouseEvent<Field>) => {
    const { currentTarget } = event;
    if (currentTarget.readOnly || currentTarget === document.activeElement) return;
    // The browser would set the caret and so undo the selection.
    event.preventDefault();
    currentTarget.focus();
  },
};
