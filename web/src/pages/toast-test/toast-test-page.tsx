import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { toastCatalogue } from './toast-catalogue.ts';

function fireThree(): void {
  toast({ title: 'First toast', message: 'Replaced at once' });
  toast({ title: 'Second toast', message: 'Replaced at once' });
  toast({ title: 'Third toast', message: 'The newest one stays' });
}

/** A button for each toast of the product. */
export function ToastTestPage() {
  return (
    <Stack gap="lg" lang="en">
      <NoIndex />
      <PageTitle title="Toast test">
        One toast at a time: the newest replaces the last, goes away after five seconds, and can be swiped away. F8
        moves the focus to it.
      </PageTitle>
      <Paper withBorder p="lg">
        <Title order={2} mb="md">
          Behaviour
        </Title>
        <Group gap="sm">
          <Button onClick={fireThree}>Fire three at once</Button>
          <Button
            color="red"
            onClick={() =>
              toast({ title: 'Destructive toast', message: 'Something could not be done', kind: 'destructive' })
            }
          >
            Fire a destructive one
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toast({
                title: 'Toast with an action',
                message: 'Press the button in it',
                action: { label: 'Do it', onClick: () => toast({ title: 'Done' }) },
              })
            }
          >
            Fire one with an action
          </Button>
        </Group>
      </Paper>
      {toastCatalogue.map(({ name, toasts }) => (
        <Paper key={name} withBorder p="lg">
          <Title order={2} mb="md">
            {name}
          </Title>
          <Group gap="sm">
            {toasts.map((options) => {
              const text = options.message ? `${options.title}: ${options.message}` : options.title;
              return (
                <Button
                  key={text}
                  variant="default"
                  mih={44}
                  h="auto"
                  py={6}
                  maw="100%"
                  styles={{ label: { whiteSpace: 'normal', lineHeight: 1.4, textAlign: 'start' } }}
                  onClick={() => toast(options)}
                >
                  {text}
                </Button>
              );
            })}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
