import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConvertedLines } from './converted-lines.tsx';
import { convertedPrice } from './converted-text.ts';
import type { Quote } from './shown-quote.ts';
import { useConversion } from './use-conversion.ts';

/** The price of a quote in the currency of its request, by the rate of the day; nothing where it is the same. */
export function ConvertedPrice({ quote }: { quote: Quote }) {
  const language = useLanguage();
  const { conversion, isAwaited } = useConversion(quote, quote.post?.targetCurrency);
  const lines = conversion ? convertedPrice(quote, conversion, language) : [];
  return <ConvertedLines lines={lines} isAwaited={isAwaited} />;
}
