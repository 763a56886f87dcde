import { useState } from 'react';
import { Alert, Button, Checkbox, Divider, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Divider.css';
import { IconCheck } from '@tabler/icons-react';
import type { MailChoices } from '@domain/mail-choices.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useSaveMailChoices } from '../api/save-mail-choices.ts';

const wantedOf = ({ choices }: MailChoices) =>
  choices.filter(({ isWanted }) => isWanted).map(({ template }) => template);

/** Ends the kind of mail that a link came with, or chooses among all that can be ended. */
export function MailChoicesForm({ token, stored }: { token: string; stored: MailChoices }) {
  const [wanted, setWanted] = useState(() => wantedOf(stored));
  const [said, setSaid] = useState('');
  const { mutateAsync, isPending, error } = useSaveMailChoices(token);
  const named = stored.choices.find(({ isOfLink }) => isOfLink);

  const save = (next: string[], sentence: string) => {
    setSaid('');
    void mutateAsync(next).then(
      (choices) => {
        setWanted(wantedOf(choices));
        setSaid(sentence);
      },
      // Why it was not saved stands on the page.
      () => undefined,
    );
  };

  return (
    <Stack gap="lg">
      <div role="status">
        {said !== '' && (
          <Alert color="green" variant="light" icon={<IconCheck />}>
            {said}
          </Alert>
        )}
      </div>
      {error && <ErrorState title="Your choice was not saved" message={error.message} />}
      {named?.isWanted === true && (
        <>
          <Stack gap="sm" align="flex-start">
            <Text>
              <bdi>{stored.username}</bdi>, do you want no more mails of the kind “{named.label}”?
            </Text>
            <Button
              loading={isPending}
              onClick={() =>
                save(
                  wantedOf(stored).filter((template) => template !== named.template),
                  'You will not get these mails any more.',
                )
              }
            >
              Unsubscribe
            </Button>
          </Stack>
          <Divider />
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(wanted, 'Your choice is saved.');
        }}
      >
        <Stack gap="md" align="flex-start">
          <Checkbox.Group label="Mails that you want" value={wanted} onChange={setWanted}>
            <Stack gap="sm" mt="sm">
              {stored.choices.map(({ template, label }) => (
                <Checkbox key={template} value={template} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text size="sm" c="dimmed">
            What concerns the security of your account or decisions about it is always sent.
          </Text>
          <Button type="submit" variant="default" loading={isPending}>
            Save
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
