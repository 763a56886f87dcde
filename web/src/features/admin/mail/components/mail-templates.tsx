import { useState } from 'react';
import { Badge, Button, Card, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Card.css';
import '@mantine/core/styles/Switch.css';
import { useQuery } from '@tanstack/react-query';
import { carriesSecret, mailTemplate } from '@domain/mail-templates.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { mailTemplatesQueryOptions, type StoredMailTemplate } from '../api/list-mail-templates.ts';
import { useSaveMailTemplate } from '../api/save-mail-template.ts';
import { MailTemplateEditor } from './mail-template-editor.tsx';

const ROWS = 6;

/** Every mail with its switch, and the editor of its text. */
export function MailTemplates({ footerAddress }: { footerAddress: string }) {
  const { data, isPending, error, refetch } = useQuery(mailTemplatesQueryOptions);
  const [edited, setEdited] = useState<string | null>(null);
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-busy aria-label="Loading templates">
        {Array.from({ length: ROWS }, (_, row) => (
          <Skeleton key={row} height={72} radius="md" />
        ))}
      </Stack>
    );
  }
  if (error)
    return <ErrorState title="Failed to load templates" message={error.message} onRetry={() => void refetch()} />;
  const shown = data.filter(({ template }) => template !== 'test');
  return (
    <>
      <Stack gap="sm" component="ul" p={0} m={0}>
        {shown.map((stored) => (
          <MailTemplateRow key={stored.template} stored={stored} onEdit={() => setEdited(stored.template)} />
        ))}
      </Stack>
      <MailTemplateEditor
        stored={data.find(({ template }) => template === edited)}
        footerAddress={footerAddress}
        onClose={() => setEdited(null)}
      />
    </>
  );
}

function descriptionOf({ template, is_optional: isOptional }: StoredMailTemplate): string {
  if (carriesSecret(template)) return 'Always sent: nobody could register or sign in again without it';
  return isOptional ? 'Optional: carries a link to unsubscribe' : 'Always sent while it is on';
}

function MailTemplateRow({ stored, onEdit }: { stored: StoredMailTemplate; onEdit: () => void }) {
  const save = useSaveMailTemplate();
  const label = mailTemplate(stored.template)?.label ?? stored.template;
  const isEnabled = save.isPending ? save.variables.isEnabled : stored.is_enabled;
  const handleSwitch = (isOn: boolean) =>
    void tellOutcome(
      save.mutateAsync({ template: stored.template, isEnabled: isOn, subject: stored.subject, body: stored.body }),
      { done: 'Email settings saved', failed: 'Error saving email settings' },
    );
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Switch
          size="md"
          checked={isEnabled}
          disabled={carriesSecret(stored.template)}
          onChange={(event) => handleSwitch(event.currentTarget.checked)}
          label={label}
          description={descriptionOf(stored)}
        />
        <Group gap="sm" wrap="nowrap">
          {stored.subject !== null && (
            <Badge variant="dot" visibleFrom="xs">
              Changed
            </Badge>
          )}
          <Button variant="default" h={{ base: 44, xs: 36 }} onClick={onEdit} aria-label={`Edit ${label}`}>
            Edit
          </Button>
        </Group>
      </Group>
      {stored.subject !== null && (
        <Text size="xs" c="dimmed" mt={4} hiddenFrom="xs">
          Text changed
        </Text>
      )}
    </Card>
  );
}
