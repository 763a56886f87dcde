import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Stack, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { fallbackText } from '@domain/input.ts';
import { QUOTE_REVISIONS_MAX } from '@domain/limits.ts';
import { quoteFormSchema, type QuoteValues } from '@domain/quote.ts';
import { shownStatus, todayUtc } from '@domain/quote-status.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { DraftFormButtons } from '@/shared/form/draft-form-buttons.tsx';
import { markFields } from '@/shared/form/mark-fields.ts';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useRead } from '@/shared/form/use-read.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { readProfileCopy } from '@/shared/session/read-profile-copy.ts';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useReviseQuote } from './revise-quote.ts';
import { knownOrganization, revisionDefaults, type ValidQuote } from '../send/quote-defaults.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { QuoteFields } from '../send/quote-fields.tsx';

const wantedNow = ({ post }: Quote) => post && { quantity: post.quantity, unit: post.unit };

type ReviseFormProps = {
  quote: Quote;
  user: CurrentUser;
  /** Whether the change does not count as a revision. */
  isCorrectable: boolean;
  onClose: () => void;
};

/** The quote form filled with an existing quote, with draft. Mounted only while its dialog is open. */
export function ReviseForm({ quote, user, isCorrectable, onClose }: ReviseFormProps) {
  const { t, message } = useLanguage();
  // Frozen at opening: the facts in front of the supplier must not change under them.
  const [{ defaults, wasExpired }] = useState(() => ({
    defaults: revisionDefaults(quote, todayUtc()),
    wasExpired: shownStatus(quote, todayUtc()) === 'expired',
  }));
  // A supplier who was shown the conflict and sends again means to overwrite.
  const [read, takeOver] = useRead({ version: quote.version, wanted: wantedNow(quote) });
  const [known] = useState(() => knownOrganization(user, readProfileCopy(user.id)));
  const [isUploading, setIsUploading] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const form = useForm<QuoteValues, unknown, ValidQuote>({
    defaultValues: defaults,
    resolver: zodResolver(quoteFormSchema, fallbackText),
    mode: 'onTouched',
  });
  const { handleSubmit, reset, formState } = form;
  const { isDirty } = formState;
  const { isRestored, clearDraft } = useDraft(`draft_revision_${user.id}_${quote.id}`, form);
  const { mutateAsync, isPending } = useReviseQuote();
  useHoldDialog(isPending);

  const handleValid = async (facts: ValidQuote) => {
    if (!isDirty && !wasExpired) {
      toast({ title: t('Nothing has changed'), message: t('Change a field, or cancel') });
      return;
    }
    try {
      await mutateAsync({ quoteId: quote.id, facts, ...read });
    } catch (error) {
      markFields(form, error);
      tellFailure(t('Error revising quote'), error);
      const isOutdated = error instanceof AppError && error.kind === 'conflict';
      setConflict(isOutdated ? error.message : null);
      if (isOutdated) takeOver();
      return;
    }
    toast({ title: isCorrectable ? t('Quote corrected') : t('Quote revised') });
    clearDraft();
    onClose();
  };
  const handleDiscard = () => {
    reset(defaults);
    clearDraft();
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {isCorrectable
            ? t(
                'For 15 minutes, and until the buyer decides, a correction does not count as a revision. The buyer can read in the history what it changed.',
              )
            : t('Revision {revision} of {max}. The buyer is told what changes and reads old and new side by side.', {
                revision: quote.revision + 1,
                max: QUOTE_REVISIONS_MAX,
              })}
        </Text>
        <QuoteFields form={form} known={known} unit={quote.post?.unit ?? null} onUploadingChange={setIsUploading} />
        {conflict && (
          <Alert color="red" variant="light" role="alert">
            <Text size="sm" c="var(--mantine-color-error)">
              {message(conflict)}
            </Text>
          </Alert>
        )}
        <DraftFormButtons
          submitLabel={isCorrectable ? t('Save correction') : t('Send revision')}
          isDirty={isDirty}
          isRestored={isRestored}
          isSubmitting={isPending}
          isHeld={isUploading}
          onDiscard={handleDiscard}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
