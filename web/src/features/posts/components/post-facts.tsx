import { countryName } from '@domain/countries.ts';
import type { Post } from '../post.ts';
import classes from './post-card.module.css';

type PostFactsProps = { post: Pick<Post, 'country' | 'area' | 'deliveryAddress' | 'port'> };

/** Where the goods should go; facts that are not given have no label. */
export function PostFacts({ post }: PostFactsProps) {
  const facts = [
    { label: 'Country', value: countryName(post.country) },
    { label: 'Area', value: post.area },
    { label: 'Port', value: post.port },
    { label: 'Delivery address', value: post.deliveryAddress },
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
