import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './date-input.module.css';

/** Firefox reports an incomplete date as empty; other browsers set `validity.badInput`. */
const hidesHalves = () => CSS.supports('-moz-appearance', 'none');
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^(\w|ArrowUp|ArrowDown)$/.test(key) && !ctrlKey && !metaKey && !altKey;

export type DateInputProps = Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'label'> & {
  label: string;
  type?: 'date' | 'datetime-local';
  /** "2026-11-20", or "2026-11-20T08:00" with time; '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** Called when this field blocks the submit, because it can be in a collapsed section. */
  onRefused?: () => void;
};

/**
 * The input for all days and times. Browsers report an incomplete date as empty, so it is marked as an error: in a
 * filter on blur, in a form on submit, which it blocks.
 */
export function DateInput({ label, type = 'date', value, onChange, onRefused, error, ref, ...props }: DateInputProps) {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const [isHalf, setIsHalf] = useState(false);
  const [isMarked, setIsMarked] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const mergedRef = useMergedRef(input, ref);

  const look = (): boolean => {
    const element = input.current;
    const now =
      element !== null && (element.validity.badInput || (hidesHalves() && isTyped.current && element.value === ''));
    setIsHalf(now);
    if (!now) setIsMarked(false);
    return now;
  };
  const handleSubmit = useEffectEvent((event: SubmitEvent) => {
    if (!look()) return;
    if (!event.defaultPrevented) setRefusals(refusals + 1);
    // The form's own listener runs before React's, which is on the root.
    event.preventDefault();
    event.stopPropagation();
    setIsMarked(true);
    onRefused?.();
  });
  useEffect(() => {
    // In an effect, because a collapsed section has to open first.
    if (refusals > 0) input.current?.focus();
  }, [refusals]);
  useEffect(() => {
    const form = input.current?.form;
    const submit = (event: SubmitEvent) => handleSubmit(event);
    form?.addEventListener('submit', submit);
    return () => form?.removeEventListener('submit', submit);
  }, []);

  const handleClear = () => {
    // React already considers the value empty.
    if (input.current) input.current.value = '';
    isTyped.current = false;
    look();
    onChange('');
    input.current?.focus();
  };
  return (
    <TextInput
      {...props}
      ref={mergedRef}
      label={label}
      type={type}
      // Writing the last complete date would erase the parts that are left.
      value={isHalf ? '' : value}
      classNames={{ input: classes.input }}
      data-empty={(value === '' && !isHalf) || undefined}
      onKeyDown={(event) => {
        if (writes(event)) isTyped.current = true;
      }}
      onKeyUp={look}
      onChange={(event) => {
        if (event.currentTarget.value !== '') isTyped.current = false;
        look();
        onChange(event.currentTarget.value);
      }}
      onBlur={(event) => {
        if (look() && event.currentTarget.form === null) setIsMarked(true);
        props.onBlur?.(event);
      }}
      error={isMarked ? t('Enter the whole date, or clear it') : error}
      {...(isMarked && {
        rightSection: (
          <CloseButton aria-label={t('Clear {label}', { label: label.toLowerCase() })} onClick={handleClear} />
        ),
      })}
    />
  );
}
