import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Code, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Code.css';
import { useBelow } from '@/shared/ui/use-below.ts';
import { useForm, useWatch } from 'react-hook-form';
import { MAIL_BODY_MAX, MAIL_SUBJECT_MAX, mailTextSchema } from '@domain/email-settings.ts';
import { fallbackText } from '@domain/input.ts';
import type { Locale } from '@domain/locale.ts';
import { mailIn } from '@domain/mail-templates.ts';
import type { MailTemplate } from '@domain/mail-template.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LeaveDialog } from '@/shared/ui/dialog/leave-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { HoldDialog, useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import type { StoredMailTemplate } from './list-mail-templates.ts';
import { useSaveMailTemplate } from './save-mail-template.ts';
import { MailPreview } from './mail-preview.tsx';

type MailTemplateEditorProps = {
  opened: boolean;
  stored: StoredMailTemplate | undefined;
  /** Language of the edited text; some mails contain the stored English text as well. */
  locale: Locale;
  english: StoredMailTemplate | undefined;
  footerAddress: string;
  onClose: () => void;
};

/** Editor for subject and text of one mail, next to its preview. */
export function MailTemplateEditor({
  opened,
  stored,
  locale,
  english,
  footerAddress,
  onClose,
}: MailTemplateEditorProps) {
  const { t, locale: ownLocale } = useLanguage();
  const isNarrow = useBelow('sm');
  const label = mailIn(ownLocale, stored?.template ?? '')?.template.label ?? '';
  const template = stored && mailIn(locale, stored.template)?.template;
  const [isDirty, setIsDirty] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const close = isDirty ? () => setIsLeaving(true) : onClose;
  const handleClose = useLayer(opened, isHeld ? () => undefined : close);
  return (
    <Modal
      opened={opened}
      onClose={handleClose}
      closeOnClickOutside={false}
      title={template ? t('Edit "{label}"', { label }) : ''}
      size="72rem"
      fullScreen={isNarrow}
    >
      {stored && template && (
        <HoldDialog value={setIsHeld}>
          <Editor
            key={stored.template}
            stored={stored}
            template={template}
            locale={locale}
            english={english}
            footerAddress={footerAddress}
            onClose={onClose}
            onDirtyChange={setIsDirty}
          />
        </HoldDialog>
      )}
      <LeaveDialog opened={isLeaving} onClose={() => setIsLeaving(false)} onLeave={onClose}>
        {t('If you close the editor now, your changes are lost.')}
      </LeaveDialog>
    </Modal>
  );
}

type EditorProps = {
  stored: StoredMailTemplate;
  template: MailTemplate;
  locale: Locale;
  english: StoredMailTemplate | undefined;
  footerAddress: string;
  onClose: () => void;
  onDirtyChange: (isDirty: boolean) => void;
};

function Editor({ stored, template, locale, english, footerAddress, onClose, onDirtyChange }: EditorProps) {
  const { t } = useLanguage();
  const save = useSaveMailTemplate();
  // What the text may replace is what it began with.
  const [read] = useState(stored);
  const { control, handleSubmit, setValue, formState } = useForm({
    defaultValues: {
      template: stored.template,
      subject: stored.subject ?? template.subject,
      body: stored.body ?? template.body,
    },
    resolver: zodResolver(mailTextSchema, fallbackText),
  });
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] });
  const { isDirty, isSubmitting } = formState;
  useHoldDialog(isSubmitting);
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [isDirty, onDirtyChange]);
  const isDefault = subject === template.subject && body === template.body;

  const handleValid = async () => {
    const isDone = await tellOutcome(
      // A text equal to the default is not stored, so that a later release can improve the default.
      save.mutateAsync({
        stored: read,
        isEnabled: read.is_enabled,
        subject: isDefault ? null : subject,
        body: isDefault ? null : body,
        locale,
      }),
      { done: t('Email settings saved'), failed: t('Error saving email settings') },
    );
    if (isDone) onClose();
  };
  const handleReset = () => {
    setValue('subject', template.subject, { shouldDirty: true, shouldValidate: true });
    setValue('body', template.body, { shouldDirty: true, shouldValidate: true });
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="md">
          <TextField
            control={control}
            name="subject"
            label={t('Subject')}
            lang={locale}
            maxLength={MAIL_SUBJECT_MAX}
            withAsterisk
            data-autofocus
          />
          <TextareaField
            control={control}
            name="body"
            label={t('Text')}
            lang={locale}
            description={t('An empty line begins a paragraph. Text and HTML are made from it')}
            maxLength={MAIL_BODY_MAX}
            autosize
            minRows={8}
            maxRows={18}
            withAsterisk
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('Variables')}
            </Text>
            <Stack component="ul" gap={4} p={0} m={0}>
              {Object.entries(template.variables).map(([name, example]) => (
                <Text key={name} component="li" size="sm" style={{ listStyle: 'none' }}>
                  <Code>{`{{${name}}}`}</Code>{' '}
                  <Text span c="dimmed" inherit lang={locale}>
                    {example}
                  </Text>
                </Text>
              ))}
            </Stack>
          </div>
        </Stack>
        <MailPreview
          name={stored.template}
          locale={locale}
          english={english}
          subject={subject}
          body={body}
          footerAddress={footerAddress}
          isOptional={stored.is_optional}
        />
      </SimpleGrid>
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" onClick={handleReset} disabled={isDefault || isSubmitting}>
          {t('Reset to default')}
        </Button>
        <Group gap="sm">
          <Button variant="default" onClick={onClose} disabled={isSubmitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
            {t('Save')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
