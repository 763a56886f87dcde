import { useState } from 'react';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { MailTemplate } from '@domain/mail-templates.ts';
import { renderMail } from '@domain/render-mail.ts';
import { paths } from '@/shared/paths.ts';
import classes from './mail-preview.module.css';

type MailPreviewProps = {
  template: MailTemplate;
  subject: string | null;
  body: string | null;
  footerAddress: string;
  isOptional: boolean;
};

const VIEWS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'text', label: 'Text' },
];

/** A mail with example values, as receivers will see it: the same code writes it when it is sent. */
export function MailPreview({ template, subject, body, footerAddress, isOptional }: MailPreviewProps) {
  const [view, setView] = useState('desktop');
  const mail = renderMail({
    template,
    subject,
    body,
    values: template.variables,
    siteUrl: window.location.origin,
    footerAddress,
    unsubscribeUrl: isOptional ? `${window.location.origin}${paths.unsubscribe}` : null,
  });
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <SegmentedControl aria-label="View of the preview" data={VIEWS} value={view} onChange={setView} fullWidth />
      <Text size="sm" fw={600} className={classes.subject}>
        {mail.subject}
      </Text>
      {view === 'text' ? (
        <pre className={classes.text} aria-label="Mail as text">
          {mail.text}
        </pre>
      ) : (
        <div className={classes.stage}>
          {/* Nothing in it may run or lead away. */}
          <iframe className={classes.frame} data-view={view} title="Mail as HTML" sandbox="" srcDoc={mail.html} />
        </div>
      )}
    </Stack>
  );
}
