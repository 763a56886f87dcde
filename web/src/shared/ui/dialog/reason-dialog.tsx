import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, Stack, Textarea } from '@mantine/core';
import { lengthProps } from '@/shared/form/text-length.tsx';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from './dialog-foot.tsx';
import { FormDialog } from './form-dialog.tsx';

type ReasonDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Consequences and further fields, above the text. */
  children?: ReactNode;
  label: string;
  /** Error for an empty text; without it the text is optional. */
  requiredText?: string;
  description?: string;
  maxLength: number;
  /** Initial text. */
  initial?: string;
  confirmLabel: string;
  /** The label of the button that closes the dialog, where "Cancel" would mean the action. */
  keepLabel?: string;
  isDestructive?: boolean;
  /** Called on each change, to keep the text while the dialog is closed. */
  onType?: (text: string) => void;
  /** Resolves to whether it worked, or to an error of the text. Unless it worked, the dialog stays open. */
  onConfirm: (text: string) => Promise<boolean | string>;
};

/** Asks for a text, such as a reason or note, before an action on other users' content. */
export function ReasonDialog({ opened, onClose, title, onConfirm, ...form }: ReasonDialogProps) {
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const handleConfirm = async (text: string) => {
    setIsPending(true);
    const outcome = await onConfirm(text);
    setIsPending(false);
    setRefusal(typeof outcome === 'string' ? outcome : undefined);
    if (outcome === true) onClose();
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} isPending={isPending}>
      <ReasonForm
        {...form}
        onClose={onClose}
        onConfirm={(text) => void handleConfirm(text)}
        isPending={isPending}
        refusal={refusal}
        onType={(text) => {
          setRefusal(undefined);
          form.onType?.(text);
        }}
      />
    </FormDialog>
  );
}

type ReasonFormProps = Omit<ReasonDialogProps, 'opened' | 'title' | 'onConfirm'> & {
  onConfirm: (text: string) => void;
  isPending: boolean;
  refusal: string | undefined;
};

function ReasonForm({
  onClose,
  children,
  label,
  requiredText,
  description,
  maxLength,
  initial = '',
  confirmLabel,
  keepLabel,
  isDestructive = false,
  onType,
  onConfirm,
  isPending,
  refusal,
}: ReasonFormProps) {
  const language = useLanguage();
  const { t } = language;
  const shownError = useShownError();
  const [text, setText] = useState(initial);
  const [missing, setMissing] = useState<string>();
  const { error, ...counted } = lengthProps(text, { limit: maxLength }, language);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event along the component tree, so a form around the dialog would submit too.
    event.stopPropagation();
    if (requiredText && text.trim() === '') {
      setMissing(requiredText);
      return;
    }
    if (error === undefined) onConfirm(text.trim());
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        {children}
        <Textarea
          {...counted}
          label={label}
          description={description}
          maxLength={maxLength}
          autosize
          minRows={3}
          value={text}
          readOnly={isPending}
          error={shownError(error ?? missing ?? refusal)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMissing(undefined);
            onType?.(event.currentTarget.value);
          }}
          data-autofocus
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {keepLabel ?? t('Cancel')}
          </Button>
          <Button type="submit" color={isDestructive ? 'red' : undefined} loading={isPending}>
            {confirmLabel}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
