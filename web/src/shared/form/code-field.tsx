import { Alert, Button, PinInput } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { CODE_LENGTH } from '@domain/verification.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type CodeFieldProps = {
  value: string;
  onChange: (value: string) => void;
  /** Called on the last digit, and to retry the same code. */
  onComplete: (code: string) => void;
  isPending: boolean;
  error: Error | null;
};

/**
 * Input for a code from a mail, with the last failure above it. A code that is still there after a failure was not
 * refused, so it can be retried.
 */
export function CodeField({ value, onChange, onComplete, isPending, error }: CodeFieldProps) {
  const { t, message } = useLanguage();
  return (
    <>
      {error && (
        <Alert color="red" role="alert" w="100%">
          {message(error.message)}
        </Alert>
      )}
      <PinInput
        length={CODE_LENGTH}
        type="number"
        oneTimeCode
        size="md"
        gap="xs"
        placeholder=""
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        error={error !== null && value === ''}
        disabled={isPending}
        role="group"
        aria-label={t('Verification code')}
        getInputProps={(index) => ({
          'aria-label': t('Digit {position} of {length}', { position: index + 1, length: CODE_LENGTH }),
        })}
      />
      {error && value.length === CODE_LENGTH && <Button onClick={() => onComplete(value)}>{t('Try again')}</Button>}
    </>
  );
}
