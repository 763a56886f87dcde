import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Post } from '../shown-post.ts';
import classes from './post-card.module.css';

type DestinationFactsProps = {
  post: Pick<Post, 'country' | 'area' | 'deliveryAddress' | 'port'>;
  /** Below a line that names the country if nothing else is known of the place. */
  isBelowLine: boolean;
};

/** Destination of the goods; missing facts have no label. */
export function DestinationFacts({ post, isBelowLine }: DestinationFactsProps) {
  const { t, country } = useLanguage();
  const isCountrySaid = isBelowLine && !post.area && !post.port;
  const facts = [
    { label: t('Country'), value: !isCountrySaid && country(post.country) },
    { label: t('Area'), value: post.area },
    { label: t('Port'), value: post.port, isPort: true },
    { label: t('Delivery address'), value: post.deliveryAddress },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ({ label, value, isPort }) =>
          value && (
            <div key={label} className={classes.fact} data-port={isPort}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
