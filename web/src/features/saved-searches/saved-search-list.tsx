import { useId, useState, type FormEvent } from 'react';
import { ActionIcon, Anchor, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  isCollected,
  mailPaceSchema,
  type MailPace,
  type NotificationPreference,
} from '@domain/notification-choices.ts';
import { SEARCH_NAME_MAX, type SavedSearch } from '@domain/saved-search.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { savedSearchesQueryOptions, useChangeSearch, useDeleteSearch } from './list-saved-searches.ts';
import classes from './saved-search-list.module.css';

/** How the user is notified of all saved searches; undefined while loading. */
type Preference = Pick<NotificationPreference, 'page' | 'mail'> | undefined;

const PACES: readonly { value: MailPace; label: string }[] = [
  { value: 'now', label: msg('At once') },
  { value: 'daily', label: msg('Daily') },
  { value: 'weekly', label: msg('Weekly') },
  { value: 'off', label: msg('Off') },
];

type SavedSearchesProps = {
  preference: Preference;
  /** Called when the mails of a search are to come in the digest. */
  onCollected: () => void;
};

/** The saved searches of the signed-in user, to open, rename and delete them, and choose their mails; nothing while there are none. */
export function SavedSearchList({ preference, onCollected }: SavedSearchesProps) {
  const { t } = useLanguage();
  const { data: searches, error, refetch } = useQuery(savedSearchesQueryOptions);
  if (error)
    return (
      <ErrorState title={t('Your choices cannot be shown')} message={error.message} onRetry={() => void refetch()} />
    );
  if (!searches?.length) return null;
  return (
    <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }} id="saved-searches">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('Saved searches')}
        </Title>
        <ul className={classes.list}>
          {searches.map((search) => (
            <PartItem key={search.id}>
              {() => <Search search={search} preference={preference} onCollected={onCollected} />}
            </PartItem>
          ))}
        </ul>
      </Stack>
    </Paper>
  );
}

/** Why a saved search sends no notifications. */
function silenceOf({ pace }: SavedSearch, preference: Preference): string | null {
  const isOffPage = preference?.page === false;
  const isOffMail = preference?.mail === 'off';
  if (isOffPage && (isOffMail || pace === 'off')) return msg('Silent: this kind is off below');
  if (isOffPage) return msg('By mail only: this kind is off on the page');
  return isOffMail && pace !== 'off' ? msg('No mails: this kind is off below') : null;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

function Search({ search, preference, onCollected }: { search: SavedSearch } & SavedSearchesProps) {
  const { t, plural } = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const change = useChangeSearch(search.id);
  const remove = useDeleteSearch(search.id);
  const { name, address, hits } = search;
  const silence = silenceOf(search, preference);
  const handlePace = (pace: MailPace) => {
    void tellOutcome(change.mutateAsync({ pace }), { failed: t('Your choice was not saved') });
    if (isCollected(pace)) onCollected();
  };
  const handleRename = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed === null) return;
    if (await tellOutcome(change.mutateAsync({ name: typed }), { failed: t('Your choice was not saved') }))
      setTyped(null);
  };
  return (
    <Group justify="space-between" gap="sm" className={classes.search}>
      {typed !== null ? (
        <form className={classes.name} onSubmit={(event) => void handleRename(event)}>
          <Group gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t('Rename {name}', { name })}
              ref={focus}
              value={typed}
              readOnly={change.isPending}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={SEARCH_NAME_MAX}
              required
              className={classes.name}
              onKeyDown={(event) => event.key === 'Escape' && !change.isPending && setTyped(null)}
            />
            <Button type="submit" flex="none" loading={change.isPending}>
              {t('Save')}
            </Button>
          </Group>
        </form>
      ) : (
        <div className={classes.name}>
          <Anchor component={Link} to={address} dir="auto" id={id}>
            {name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {plural(hits, { one: '{n} new request so far', other: '{n} new requests so far' })}
          </Text>
          {silence !== null && <Text size="sm">{t(silence)}</Text>}
        </div>
      )}
      <Group gap="xs" className={classes.choices}>
        <Text size="sm" c="dimmed" aria-hidden>
          {t('By mail')}
        </Text>
        <NativeSelect
          className={classes.pace}
          aria-label={t('Mails about {name}', { name })}
          value={change.isPending && change.variables.pace !== undefined ? change.variables.pace : search.pace}
          data={PACES.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(event) => handlePace(mailPaceSchema.parse(event.currentTarget.value))}
        />
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t('Rename {name}', { name })}
          onClick={() => setTyped(typed === null ? name : null)}
        >
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t('Delete {name}', { name })}
          loading={remove.isPending}
          onClick={() => void tellOutcome(remove.mutateAsync(undefined), {})}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
