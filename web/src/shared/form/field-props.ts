import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';

/** Props of every form field: its place in the form, and the props of its Mantine input. */
export type FieldProps<InputProps, Values extends FieldValues, Name extends FieldPath<Values>, Transformed> = Required<
  Pick<UseControllerProps<Values, Name, Transformed>, 'control' | 'name'>
> &
  Omit<InputProps, 'name' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked' | 'error' | 'form'>;
