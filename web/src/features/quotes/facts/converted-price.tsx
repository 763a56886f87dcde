import { useLanguage } from '@/shared/i18n/use-language.ts';
import { convertedPrice } from './converted-text.ts';
import type { Quote } from './shown-quote.ts';
import { useConversion } from './use-conversion.ts';
import classes from './quotes.module.css';

/** The price of a quote in the currency of its request, by the rate of the day; nothing where it is the same. */
export function ConvertedPrice({ quote }: { quote: Quote }) {
  const language = useLanguage();
  const conversion = useConversion(quote, quote.post?.targetCurrency);
  const lines = conversion ? convertedPrice(quote, conversion, language) : [];
  return lines.map((line) => (
    <div key={line} className={classes.converted}>
      {line}
    </div>
  ));
}
