import { useState } from 'react';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import type { RegisterValues } from '@domain/registration.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { lateResolver } from '@/shared/form/late-resolver.ts';
import { NewPasswordField } from '@/shared/form/new-password-field.tsx';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useRegister } from './use-register.ts';
import { registrationFailure } from './registration-failure.ts';
import { startVerification } from '../verify/start-verification.ts';
import { useAvailability, type Availability, type AvailabilityField } from './use-availability.ts';
import { AvailabilityMark, TAKEN_TEXTS } from './availability-mark.tsx';

const resolver = lateResolver(async () => (await import('./register-resolver.ts')).registerResolver);
const defaultValues: RegisterValues = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptTerms: false,
};

/** Availability mark of a field with an explanation below a cross, unless an error already explains it. */
function availabilityProps(state: Availability, field: AvailabilityField, hasError: boolean, { t }: Language) {
  const isExplained = state === 'taken' && !hasError;
  return {
    isInvalid: isExplained,
    rightSection: <AvailabilityMark state={state} field={field} />,
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    description: isExplained && (
      <Text component="span" inherit c="var(--mantine-color-error)">
        {t(TAKEN_TEXTS[field])}
      </Text>
    ),
  };
}

/** The register tab. Its rules are stricter than those of the server (docs/decisions.md#two-sets-of-registration-rules). */
export function RegisterForm() {
  const language = useLanguage();
  const { t, rich } = language;
  const { control, handleSubmit, setError, formState } = useForm({ resolver, defaultValues });
  const [username, email] = useWatch({ control, name: ['username', 'email'] });
  const usernameAvailability = useAvailability('username', username);
  const emailAvailability = useAvailability('email', email);
  const [failure, setFailure] = useState<string | null>(null);
  const register = useRegister();
  const navigate = useNavigate();
  const isSending = formState.isSubmitting || register.isPending;

  const submit = handleSubmit((values) => {
    setFailure(null);
    const { username, email, password } = values;
    return register.mutateAsync({ username, email, password }).then(
      (result) => {
        trackConversion('registration');
        if (result.status === 'verification') {
          startVerification(result.pending, navigate, language);
          return;
        }
        toast({ title: t('Registration successful'), message: t('Your account has been created successfully!') });
      },
      (error: Error) => {
        const { message, field } = registrationFailure(error.message);
        setFailure(message);
        if (field) setError(field.name, { message: field.message }, { shouldFocus: true });
      },
    );
  });

  return (
    <form onSubmit={submit} noValidate aria-label={t('Register')}>
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {t(failure)}
          </Alert>
        )}
        <TextField
          control={control}
          name="username"
          label={t('Username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...availabilityProps(usernameAvailability, 'username', Boolean(formState.errors.username), language)}
        />
        <TextField
          control={control}
          name="email"
          label={t('Email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          size="md"
          {...availabilityProps(emailAvailability, 'email', Boolean(formState.errors.email), language)}
        />
        {emailAvailability === 'taken' && (
          <Text size="sm">
            {rich('Is it yours? {login}', {
              login: (
                <Anchor component={Link} to={paths.auth()} inherit underline="always">
                  {t('Log in instead')}
                </Anchor>
              ),
            })}
          </Text>
        )}
        <NewPasswordField control={control} name="password" label={t('Password')} size="md" />
        <PasswordField
          control={control}
          name="confirmPassword"
          label={t('Confirm Password')}
          autoComplete="new-password"
          size="md"
        />
        <CheckboxField
          control={control}
          name="acceptTerms"
          label={rich('I agree to the {terms} and the {privacy}', {
            terms: (
              <Anchor component={Link} to={paths.terms} target="_blank" size="sm" underline="always">
                {t('Terms of Use')}
              </Anchor>
            ),
            privacy: (
              <Anchor component={Link} to={paths.privacy} target="_blank" size="sm" underline="always">
                {t('Privacy Policy')}
              </Anchor>
            ),
          })}
        />
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? t('Creating account...') : t('Create account')}
        </Button>
      </Stack>
    </form>
  );
}
