import type { PasswordInputProps } from '@mantine/core';
import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form';
import { NEW_PASSWORD_RULES } from '@domain/registration-rules.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { FieldProps } from './field-props.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';

/** A new password with its rules below, which screen readers announce with the field. */
export function NewPasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>(
  props: FieldProps<PasswordInputProps, Values, Name, Transformed>,
) {
  const { message } = useLanguage();
  const rules = NEW_PASSWORD_RULES.map(({ label }) => message(label)).join(', ');
  const password: string = useWatch({ control: props.control, name: props.name }) ?? '';
  return (
    <div>
      <PasswordField {...props} autoComplete="new-password" aria-description={rules} mb="xs" />
      <PasswordChecklist password={password} />
    </div>
  );
}
