import { useState } from 'react';
import { Alert, Button, Checkbox, Divider, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Divider.css';
import { IconCheck } from '@tabler/icons-react';
import type { MailChoices } from '@domain/mail-choices.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useSaveMailChoices } from './save-mail-choices.ts';
import { shownAfterSave, wantedOf } from './wanted-mails.ts';

/** Turns off the kind of mail that the link came with, or any other optional kind. */
export function MailChoicesForm({ token, stored }: { token: string; stored: MailChoices }) {
  const { t, rich, message } = useLanguage();
  // From which the ticks started: only differences from it are saved.
  const [shown, setShown] = useState(() => wantedOf(stored));
  const [wanted, setWanted] = useState(shown);
  const [said, setSaid] = useState('');
  const { mutateAsync, isPending, error } = useSaveMailChoices(token);
  const named = stored.choices.find(({ isOfLink }) => isOfLink);

  const save = (sent: string[], sentence: string, isOther = (_template: string) => true) => {
    setSaid('');
    void mutateAsync({ wanted: sent, shown }).then(
      (choices) => {
        setShown(wantedOf(choices));
        setWanted((ticked) => shownAfterSave(choices, ticked.filter(isOther), sent));
        setSaid(sentence);
      },
      // The page shows the failure.
      () => undefined,
    );
  };

  return (
    <Stack gap="lg">
      <div role="status">
        {said !== '' && (
          <Alert color="green" variant="light" icon={<IconCheck />}>
            {t(said)}
          </Alert>
        )}
      </div>
      {error && <ErrorState title={t('Your choice was not saved')} message={error.message} />}
      {named?.isWanted === true && (
        <>
          <Stack gap="sm" align="flex-start">
            <Text>
              {rich('{username}, do you want no more mails of the kind “{kind}”?', {
                username: <bdi>{stored.username}</bdi>,
                kind: message(named.label),
              })}
            </Text>
            <Button
              loading={isPending}
              onClick={() => {
                const isOther = (template: string) => template !== named.template;
                save(shown.filter(isOther), msg('You will not get these mails any more.'), isOther);
              }}
            >
              {t('Unsubscribe')}
            </Button>
          </Stack>
          <Divider />
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(wanted, msg('Your choice is saved.'));
        }}
      >
        <Stack gap="md" align="flex-start">
          <Checkbox.Group label={t('Mails that you want')} value={wanted} onChange={setWanted}>
            <Stack gap="sm" mt="sm">
              {stored.choices.map(({ template, label }) => (
                <Checkbox key={template} value={template} label={message(label)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="sm" c="dimmed">
            {t('What concerns the security of your account or decisions about it is always sent.')}
          </Text>
          <Button type="submit" variant="default" loading={isPending}>
            {t('Save')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
