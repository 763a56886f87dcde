import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { filterFieldSchema, FILTER_FIELDS } from '@domain/content-filter.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useReadFlagged } from './read-flagged.ts';
import { ruleNameText } from './rules-table.ts';
import classes from './content-filter.module.css';

type Hit = {
  rule_name: string;
  context: string;
  entity: string;
  entity_id: number;
  user_id: number;
  username: string;
  created_at: string;
  action?: string;
};

const fieldLabel = (context: string, { t }: Language) => {
  const field = filterFieldSchema.safeParse(context);
  return field.success ? t(FILTER_FIELDS[field.data]) : context;
};

/** Questions are checked by the rules for descriptions, file names by those for the text that they belong to. */
function placeLabel(entity: string, context: string, language: Language): string {
  if (entity === 'post_question') return language.t('Question');
  return entity.endsWith('_attachment') ? language.t('File name') : fieldLabel(context, language);
}

/** Link to the place of a text, if admins can see it. */
function Place({ context, entity, entity_id }: Hit) {
  const language = useLanguage();
  if (entity === 'post' && entity_id)
    return (
      <Anchor component={Link} to={paths.post({ id: entity_id, title: '' })} size="sm">
        {fieldLabel(context, language)}
      </Anchor>
    );
  const label = placeLabel(entity, context, language);
  return (
    <>
      {label} {entity_id && `#${entity_id}`}
    </>
  );
}

/** A private text: hidden until an admin asks for it, which is logged. */
function PrivateText({ id }: { id: number }) {
  const { t } = useLanguage();
  const { mutateAsync, data, isPending } = useReadFlagged();
  const handleShow = () => void tellOutcome(mutateAsync(id), { failed: t('Error reading text') });
  if (data !== undefined)
    return (
      <div className={classes.excerpt} dir="auto">
        {data}
      </div>
    );
  return (
    <Button variant="default" size="compact-sm" loading={isPending} onClick={handleShow}>
      {t('Show private text')}
    </Button>
  );
}

/** The words around a hit, as far as admins can read them. */
export function HitText({ id, excerpt, isPrivate }: { id: number; excerpt: string | null; isPrivate: boolean }) {
  if (isPrivate) return <PrivateText id={id} />;
  return excerpt ? (
    <div className={classes.excerpt} dir="auto">
      {excerpt}
    </div>
  ) : (
    '–'
  );
}

/** The columns of all lists of hits, after the text. */
export const hitColumns = <Row extends Hit>(language: Language): readonly Column<Row, 'when'>[] => {
  const { t, dayAndTime } = language;
  return [
    {
      label: t('Rule'),
      render: ({ rule_name }) => <div className={classes.rule}>{ruleNameText(rule_name, language)}</div>,
    },
    { label: t('Where'), render: (row) => <Place {...row} /> },
    {
      label: t('Who'),
      render: ({ user_id, username }) =>
        user_id && username ? (
          <Anchor component={Link} to={paths.adminUser(user_id)} size="sm">
            {username}
          </Anchor>
        ) : (
          '–'
        ),
    },
    {
      label: t('When'),
      render: ({ created_at }) => (
        <Text component="time" inherit dateTime={created_at} title={created_at}>
          {dayAndTime(created_at)}
        </Text>
      ),
    },
  ];
};
