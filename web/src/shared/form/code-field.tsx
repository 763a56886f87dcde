import { Alert, Button, PinInput } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { CODE_LENGTH } from '@domain/verification.ts';

type CodeFieldProps = {
  value: string;
  onChange: (value: string) => void;
  /** Told when the last digit is in, and when the same code is to be tried once more. */
  onComplete: (code: string) => void;
  isPending: boolean;
  error: Error | null;
};

/**
 * The digits of a code that came by mail, with why the last try failed above them. A code that is still there after a
 * failure was not refused: it can be tried once more.
 */
export function CodeField({ value, onChange, onComplete, isPending, error }: CodeFieldProps) {
  return (
    <>
      {error && (
        <Alert color="red" role="alert" w="100%">
          {error.message}
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
        aria-label="Verification code"
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${CODE_LENGTH}` })}
      />
      {error && value.length === CODE_LENGTH && <Button onClick={() => onComplete(value)}>Try again</Button>}
    </>
  );
}
