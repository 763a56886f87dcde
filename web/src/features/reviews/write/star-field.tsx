import { useId } from 'react';
import { Input } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { RATING_MAX } from '@domain/limits.ts';
import { useField } from '@/shared/form/use-field.ts';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from '../rating/stars.module.css';

type StarFieldProps<Values extends FieldValues, Transformed> = {
  control: Control<Values, unknown, Transformed>;
  name: FieldPathByValue<Values, number>;
  label: string;
};

/** One to five stars as a form field: radio buttons, so that arrow keys work. 0 means none chosen. */
export function StarField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  label,
}: StarFieldProps<Values, Transformed>) {
  const { plural } = useLanguage();
  const nameOf = (stars: number) => plural(stars, { one: '{n} star', other: '{n} stars' });
  const { field, fieldState, readOnly: disabled } = useField({ control, name });
  const id = useId();
  const error = useShownError()(fieldState.error?.message);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        className={classes.choices}
      >
        {Array.from({ length: RATING_MAX }, (_, index) => index + 1).map((stars) => (
          <label
            key={stars}
            className={classes.choice}
            data-filled={stars <= field.value || undefined}
            data-disabled={disabled || undefined}
            title={nameOf(stars)}
          >
            <input
              type="radio"
              ref={stars === 1 ? field.ref : undefined}
              name={`${id}-stars`}
              value={stars}
              aria-label={nameOf(stars)}
              checked={field.value === stars}
              disabled={disabled}
              data-autofocus={stars === Math.max(1, field.value) || undefined}
              onChange={() => field.onChange(stars)}
              onBlur={field.onBlur}
            />
            <IconStarFilled size={28} aria-hidden />
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}
