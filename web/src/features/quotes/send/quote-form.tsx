import { useId, useState, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { fallbackText, type FieldError } from '@domain/input.ts';
import { QUOTE_ERROR_TITLE } from './quote-failure.ts';
import { EMPTY_QUOTE_FORM, quoteFormSchema, type QuoteBody, type QuoteValues } from '@domain/quote.ts';
import { DraftFormButtons } from '@/shared/form/draft-form-buttons.tsx';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useRead } from '@/shared/form/use-read.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { paths } from '@/shared/paths.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { readProfileCopy } from '@/shared/session/read-profile-copy.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { myQuoteOnPostQueryOptions } from './get-my-quote-on-post.ts';
import { displayOfSubmitError, useSubmitQuote } from './submit-quote.ts';
import {
  canQuoteAsOrganization,
  knownOrganization,
  quoteDefaults,
  type ValidQuote,
  type WantedFacts,
} from './quote-defaults.ts';
import type { Openness } from './quote-again.ts';
import { daysToWait } from './quote-wait.ts';
import { QuoteFields } from './quote-fields.tsx';
import { QuoteWaitNotice } from './quote-wait-notice.tsx';
import { SaveOrganization } from './save-organization.tsx';
import { WantedTotal } from './wanted-total.tsx';
import type { Wanted } from './wanted-total-text.ts';

type ReadRequest = Required<NonNullable<QuoteBody['expectedRequest']>>;
export type QuotedPost = Wanted &
  WantedFacts &
  ReadRequest &
  Openness & { id: number; userId: number; username: string | null };

/** The request as the supplier sees it: a quote on a request that has changed since is refused. */
const readRequest = (post: ReadRequest): ReadRequest => ({
  title: post.title,
  description: post.description,
  quantity: post.quantity,
  unit: post.unit,
  incoterm: post.incoterm,
  neededBy: post.neededBy,
  country: post.country,
  area: post.area,
  deliveryAddress: post.deliveryAddress,
  port: post.port,
});

type QuoteFormProps = {
  post: QuotedPost;
  /** The buyer's request, shown above the fields. */
  about: ReactNode;
  user: CurrentUser;
  onClose: () => void;
};

const isField = (name: string): name is keyof QuoteValues => Object.hasOwn(EMPTY_QUOTE_FORM, name);

/** The quote form, with draft. Mounted only while its dialog is open. */
export function QuoteForm({ post, about, user, onClose }: QuoteFormProps) {
  const { t, rich, message, day } = useLanguage();
  const navigate = useNavigate();
  const [read, takeOver] = useRead(readRequest(post));
  const [known] = useState(() => knownOrganization(user, readProfileCopy(user.id)));
  const [limitText, setLimitText] = useState<string | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm<QuoteValues, unknown, ValidQuote>({
    defaultValues: quoteDefaults(post, known),
    resolver: zodResolver(quoteFormSchema, fallbackText),
    mode: 'onTouched',
  });
  const { handleSubmit, getValues, setError, reset, formState } = form;
  const { isRestored, clearDraft } = useDraft(`draft_quote_${user.id}_${post.id}`, form);
  const { mutateAsync, isPending, isSuccess } = useSubmitQuote();
  const sendOnce = useSendOnce();
  const queryClient = useQueryClient();
  const noticeId = useId();
  const { data: lastQuote = null } = useQuery(myQuoteOnPostQueryOptions(user.id, post.id));
  // A quote that is being sent must not trigger the wait notice, and a refusal already shows next to the button.
  const isAsked = !isPending && !isSuccess && limitText === null;
  const wait = lastQuote && isAsked ? daysToWait(lastQuote.createdAt) : null;

  useHoldDialog(isPending);

  /** Refuses, with a toast, a quote that needs organization facts which the profile lacks. */
  const refuseWithoutOrganization = (): boolean => {
    if (getValues('accountType') !== 'organization' || canQuoteAsOrganization(user)) return false;
    toast({
      title: t('Missing organization information'),
      message: t('Please update your organization details in My Profile before sending quotes'),
      kind: 'destructive',
      action: {
        label: t('My Profile'),
        onClick: () => {
          onClose();
          void navigate(paths.profile);
        },
      },
    });
    return true;
  };

  const markFields = (errors: readonly FieldError[]) => {
    for (const { path, message: text } of errors) {
      const field = path.split('.')[0] ?? '';
      if (isField(field)) setError(field, { type: 'server', message: text });
    }
  };

  const handleValid = (quote: ValidQuote) => {
    if (refuseWithoutOrganization()) return;
    const sent = {
      ...quote,
      postId: post.id,
      expectedRequest: read,
      username: user.username,
      contactAddress: user.address,
    };
    return sendOnce(sent, (clientId) => mutateAsync({ ...sent, clientId })).then(
      ({ postTitle, postOwnerUsername }) => {
        toast({
          title: t('Quote submitted'),
          message: t('You sent a quote to {title} of {username}', { title: postTitle, username: postOwnerUsername }),
        });
        reset(quoteDefaults(post, known));
        clearDraft();
        onClose();
      },
      (error: Error) => {
        if (error instanceof AppError && error.code === 'changed_meanwhile') takeOver();
        const display = displayOfSubmitError(error);
        if (display.place === 'inline') {
          setLimitText(display.text);
          // The next form must know of a quote that this one missed, for example from another window.
          void refresh(queryClient, [keys.quotes.mineOnPost(post.id)]);
          return;
        }
        markFields(display.fieldErrors);
        toast({ title: t(QUOTE_ERROR_TITLE), message: display.text, kind: 'destructive' });
      },
    );
  };

  const handleDiscard = () => {
    reset(quoteDefaults(post, known));
    clearDraft();
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid, refuseWithoutOrganization)(event)} noValidate>
      <input type="hidden" name="username" value={user.username} />
      <input type="hidden" name="contactAddress" value={user.address} />
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {rich('For {title} of {username}', {
            title: (
              <Text span c="bright" fw={500}>
                {post.title}
              </Text>
            ),
            username: post.username || t('User #{id}', { id: post.userId }),
          })}
        </Text>
        {about}
        {lastQuote && wait !== null && <QuoteWaitNotice id={noticeId} post={post} quote={lastQuote} days={wait} />}
        <QuoteFields
          form={form}
          known={known}
          unit={post.unit}
          belowPrice={<WantedTotal control={form.control} wanted={post} />}
          belowOrganization={!canQuoteAsOrganization(user) && <SaveOrganization userId={user.id} form={form} />}
          onUploadingChange={setIsUploading}
        />
        {user.address !== '' && (
          <Text size="sm" c="dimmed">
            {t('The buyer also reads the address in your profile')}
          </Text>
        )}
        {limitText && (
          <Alert color="red" variant="light" role="alert">
            <Text size="sm" c="var(--mantine-color-error)">
              {message(limitText)}
            </Text>
            {lastQuote && (
              <Anchor component={Link} to={paths.myQuote(lastQuote.id)} size="sm" c="bright" underline="always">
                {t('You quoted on {date}', { date: day(lastQuote.createdAt) })}
              </Anchor>
            )}
          </Alert>
        )}
        <DraftFormButtons
          submitLabel={t('Send Quote')}
          submittingLabel={t('Sending...')}
          isHeld={isUploading || limitText !== null || wait !== null}
          heldReasonId={wait === null ? undefined : noticeId}
          isDirty={formState.isDirty}
          isRestored={isRestored}
          isSubmitting={isPending}
          onDiscard={handleDiscard}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
