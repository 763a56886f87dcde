import { useState } from 'react';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { registerFormSchema, type RegisterValues } from '@domain/registration.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { NewPasswordField } from '@/shared/form/new-password-field.tsx';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useRegister } from '../api/register.ts';
import { registrationFailure } from '../registration-failure.ts';
import { startVerification } from '../start-verification.ts';
import { useAvailability } from '../use-availability.ts';
import { AvailabilityMark, takenText, type Availability } from './availability-mark.tsx';

const defaultValues: RegisterValues = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptTerms: false,
};

/** The mark in a field and, under a cross, what it means, unless an error says it already. */
function availabilityProps(state: Availability, noun: string, hasError: boolean) {
  const isExplained = state === 'taken' && !hasError;
  return {
    isInvalid: isExplained,
    rightSection: <AvailabilityMark state={state} noun={noun} />,
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    description: isExplained && (
      <Text component="span" inherit c="var(--mantine-color-error)">
        {takenText(noun)}
      </Text>
    ),
  };
}

/** The register tab. Its rules are stricter than those of the server (docs/decisions.md#two-sets-of-registration-rules). */
export function RegisterForm() {
  const { control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues,
  });
  const [username, email] = useWatch({ control, name: ['username', 'email'] });
  const usernameAvailability = useAvailability('username', username);
  const emailAvailability = useAvailability('email', email);
  const [failure, setFailure] = useState<string | null>(null);
  const register = useRegister();
  const navigate = useNavigate();

  const submit = handleSubmit((values) => {
    setFailure(null);
    const { username, email, password } = values;
    void register.mutateAsync({ username, email, password }).then(
      (result) => {
        trackConversion('registration');
        if (result.status === 'verification') {
          startVerification(result.pending, navigate);
          return;
        }
        toast({ title: 'Registration successful', message: 'Your account has been created successfully!' });
      },
      (error: Error) => {
        const { message, field } = registrationFailure(error.message);
        setFailure(message);
        if (field) setError(field.name, { message: field.message }, { shouldFocus: true });
      },
    );
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Register">
      <Stack gap="md">
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextField
          control={control}
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...availabilityProps(usernameAvailability, 'username', Boolean(formState.errors.username))}
        />
        <TextField
          control={control}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          size="md"
          {...availabilityProps(emailAvailability, 'email', Boolean(formState.errors.email))}
        />
        {emailAvailability === 'taken' && (
          <Text size="sm">
            Is it yours?{' '}
            <Anchor component={Link} to={paths.auth()} inherit>
              Log in instead
            </Anchor>
          </Text>
        )}
        <NewPasswordField control={control} name="password" label="Password" size="md" />
        <PasswordField
          control={control}
          name="confirmPassword"
          label="Confirm Password"
          autoComplete="new-password"
          size="md"
        />
        <CheckboxField
          control={control}
          name="acceptTerms"
          label={
            <>
              I agree to the{' '}
              <Anchor component={Link} to={paths.terms} target="_blank" size="sm" underline="always">
                Terms of Use
              </Anchor>{' '}
              and the{' '}
              <Anchor component={Link} to={paths.privacy} target="_blank" size="sm" underline="always">
                Privacy Policy
              </Anchor>
            </>
          }
        />
        <Button type="submit" size="md" fullWidth disabled={register.isPending}>
          {register.isPending ? 'Creating account...' : 'Create account'}
        </Button>
      </Stack>
    </form>
  );
}
