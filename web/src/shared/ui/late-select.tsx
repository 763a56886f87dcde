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

/** One try for all selects and all that is done with them; another one once it failed. */
const loadOnce = () =>
  (loading ??= loadCode(load).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** What opens a list that nobody types into. */
const isOpeningKey = (key: string) => key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter' || key === ' ';

/** What a closed list says to assistive technology; it controls nothing before it is open. */
const CLOSED = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false, autoComplete: 'off' } as const;

type LateSelectProps = Omit<DrawnSelectProps, 'id' | 'start'>;

/**
 * A select whose list is drawn when it is used, so that the page needs no code of lists to be shown. Until somebody points at it or
 * focuses it a field stands in for it that looks and reads the same; focus, press and what was typed meanwhile go over to the
 * select. A value that can be cleared is shown by the select itself.
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
      // A select forgets what was typed and not chosen when it is left.
      typed: searchable && hasFocus ? field.value : '',
    });
  };
  const draw = () => {
    if (Drawn) takeOver();
    // At once, so that nothing that is typed gets lost between the two. What cannot be had is asked for again by the next use.
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
  const options = searchable ? [] : data();
  const handlePointerEnter = ({ pointerType }: PointerEvent) => {
    // A finger that touches the field may only be scrolling.
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
      defaultValue={options.find((option) => option.value === selected)?.label ?? ''}
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
