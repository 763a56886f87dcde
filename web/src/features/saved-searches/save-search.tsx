import { Anchor, Badge, Button } from '@mantine/core';
import { IconBellPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { SEARCH_NAME_MAX } from '@domain/saved-search.ts';
import { id } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { searchOf } from '@/shared/search/search-of.ts';
import { writeSearch } from '@/shared/search/search-state.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useIntent } from '@/shared/session/use-intent.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { newHitsQueryOptions, savedSearchesQueryOptions, useSaveSearch } from './list-saved-searches.ts';
import classes from './saved-search-list.module.css';

/** The address as the page writes it: other writers order and encode it in their own way. */
const asWritten = (address: string) => writeSearch(searchOf(address.slice(address.indexOf('?'))));

type SaveSearchProps = {
  /** The address of the search on the page. */
  address: string;
  /** The search terms, as the initial name. */
  name: string;
};

/** Saves the search of the feed, so that its user is told of new requests; of a saved one it leads to the settings. */
export function SaveSearch({ address, name }: SaveSearchProps) {
  const { t } = useLanguage();
  const { status } = useCurrentUser();
  const requireSignIn = useRequireSignIn();
  const { data: searches } = useQuery({ ...savedSearchesQueryOptions, enabled: status === 'user' });
  const save = useSaveSearch();
  const handleSave = () =>
    void tellOutcome(save.mutateAsync({ name: shortened(name), address, pace: 'now' }), {
      done: t('You will be told of new requests'),
      failed: t('The search was not saved'),
    });
  useIntent(0, { search: handleSave });
  if (searches?.some((saved) => asWritten(saved.address) === asWritten(address)))
    return (
      <Anchor component={Link} to={`${paths.profile}?tab=notifications`} size="sm" className={classes.button}>
        {t('Search is saved')}
      </Anchor>
    );
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.button}
      leftSection={<IconBellPlus size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => requireSignIn(handleSave, { intent: 'search' })}
    >
      {t('Save this search')}
    </Button>
  );
}

/** At most as many characters as a name has, and no half one. */
function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= SEARCH_NAME_MAX ? name : `${characters.slice(0, SEARCH_NAME_MAX - 1).join('')}…`;
}

const hitsAddress = { saved: id, since: id };

/** Marks a post on a card as new in the saved search whose notification was opened. In this file, because each costs first visits a name. */
export function NewHit({ postId }: { postId: number }) {
  const { t } = useLanguage();
  const [{ saved, since }] = useAddress(hitsAddress);
  const isAsked = saved !== null && since !== null;
  const { data: hits } = useQuery({ ...newHitsQueryOptions(saved ?? 0, since ?? 0), enabled: isAsked });
  if (!hits?.has(postId)) return null;
  // On the edge of the card: the line of its buttons has no room for another word.
  return (
    <Badge pos="absolute" top="-0.6rem" left="1rem">
      {t('New')}
    </Badge>
  );
}
