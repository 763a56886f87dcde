import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Post } from '../shown-post.ts';
import classes from './post-card.module.css';

type DestinationFactsProps = { post: Pick<Post, 'country' | 'area' | 'deliveryAddress' | 'port'> };

/** Destination of the goods; missing facts have no label. */
export function DestinationFacts({ post }: DestinationFactsProps) {
  const { t, country } = useLanguage();
  const facts = [
    { label: t('Country'), value: country(post.country) },
    { label: t('Area'), value: post.area },
    { label: t('Port'), value: post.port },
    { label: t('Delivery address'), value: post.deliveryAddress },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ({ label, value }) =>
          value && (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
