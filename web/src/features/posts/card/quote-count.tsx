import { __iconNode as message } from '@tabler/icons-react/dist/esm/icons/IconMessage2.mjs';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import classes from './quote-count.module.css';

/** The number of quotes on a post. */
export function QuoteCount({ count }: { count: number }) {
  const { plural } = useLanguage();
  return (
    <span className={classes.count} dir="auto">
      <PlainIcon shape={message} size={18} />
      {plural(count, { one: '{n} quote', other: '{n} quotes' })}
    </span>
  );
}
