import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { ComboboxChevron, InputBase } from '@mantine/core';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import type { DrawnSelect, DrawnSelectProps, SelectStart } from './drawn-select.tsx';

let Drawn: typeof DrawnSelect | undefined;

const load = async () => {
  Drawn = (await import('./drawn-select.tsx')).DrawnSelect;
};
fetchAhead(load);

let loading: Promise<void> | undefined;

/** One shared load for all selects; repeated after a failure. */
const loadOnce = () =>
  (loading ??= loadCode(load).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** Keys that open a list without a text input. */
const isOpeningKey = (key: string) => key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter' || key === ' ';

/** Accessibility attributes of a closed list; it controls nothing until it is open. */
const CLOSED = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false, autoComplete: 'off' } as const;

type LateSelectProps = Omit<DrawnSelectProps, 'id' | 'start'>;

/**
 * A select that loads on first use, so that the page can render without the code of lists. Until a pointer or the focus
 * reaches it, a field stands in that looks and reads the same; focus, press and typed text are handed over to the
 * select. A clearable value uses the select from the start.
 */
export function LateSelect({ data, ...props }: LateSelectProps) {
  const { label, placeholder, value, size, searchable = false, clearable = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isPressed = useRef(false);
  const [start, setStart] = useState<SelectStart | null>(null);

  const takeOver = () => {
    const field = input.current;
    if (!field) return;
    const hasFocus = document.activeElement === field;
    setStart({
      hasFocus,
      isPressed: isPressed.current,
      // A select drops typed text without a choice on blur.
      typed: searchable && hasFocus ? field.value : '',
    });
  };
  const draw = () => {
    if (Drawn) takeOver();
    // Replaces the field at once, so that no typed text gets lost. A failed load is repeated on the next use.
    else
      void loadOnce().then(
        () => flushSync(takeOver),
        (error: unknown) => console.error(error),
      );
  };
  const isCleared = clearable && Boolean(value);
  const isDrawn = start !== null;
  useEffect(() => {
    if (isCleared && !isDrawn) draw();
  });

  if (start && Drawn) return <Drawn {...props} id={id} data={data} start={start} />;

  const selected = value ?? '';
  const handlePointerEnter = ({ pointerType }: PointerEvent) => {
    // A touch can be the start of a scroll.
    if (pointerType === 'mouse') draw();
    else void load().catch(() => undefined);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (searchable || !isOpeningKey(event.key)) return;
    event.preventDefault();
    isPressed.current = true;
  };
  return (
    <InputBase
      ref={input}
      id={id}
      label={label}
      placeholder={placeholder}
      size={size}
      __staticSelector="Select"
      __defaultRightSection={<ComboboxChevron size={size} />}
      rightSectionPointerEvents="none"
      pointer={!searchable}
      readOnly={!searchable}
      // Typed text is the field's own; a choice follows its value and the language.
      {...(searchable
        ? { defaultValue: '' }
        : { value: data().find((option) => option.value === selected)?.label ?? '' })}
      {...CLOSED}
      wrapperProps={{ onPointerEnter: handlePointerEnter }}
      onPointerDown={() => (isPressed.current = true)}
      onPointerCancel={() => (isPressed.current = false)}
      onFocus={draw}
      onClick={() => {
        isPressed.current = true;
        draw();
      }}
      onKeyDown={handleKeyDown}
    />
  );
}
