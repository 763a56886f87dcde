/** The floor of `npm run bench -- page`: the cost of the UI kit alone, with a header and ten cards of static text. */
import { StrictMode } from 'react';
import { Badge, Button, Container, Group, MantineProvider, Paper, Stack, Text, Title } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Container.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Title.css';

const CARDS = Array.from({ length: 10 }, (_, index) => index + 1);

const TEXT =
  'We are looking for a supplier who delivers every month, with samples beforehand and documents for the customs of our country. ' +
  'Please name your price for the quantity above, how long it is valid, and how soon you can deliver after the order.';

function Card({ number }: { number: number }) {
  return (
    <Paper component="article" withBorder shadow="xs" p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Buyer {number}
          </Text>
          <Badge variant="light">Category</Badge>
        </Group>
        <Title order={3}>Purchase request {number}</Title>
        <Text>{TEXT}</Text>
        <Group>
          <Button variant="default">Like</Button>
          <Button>Quotation</Button>
        </Group>
      </Stack>
    </Paper>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider defaultColorScheme="auto">
      <header>
        <Container>
          <Group justify="space-between" py="sm">
            <Text fw={600}>Marketplace</Text>
            <Button variant="subtle">Login</Button>
          </Group>
        </Container>
      </header>
      <Container component="main">
        <Stack>
          <Title order={1}>Purchase requests</Title>
          {CARDS.map((number) => (
            <Card key={number} number={number} />
          ))}
        </Stack>
      </Container>
    </MantineProvider>
  </StrictMode>,
);
