import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConvertedLines } from './converted-lines.tsx';
import { convertedPrice, linesOf } from './converted-text.ts';
import type { Others } from './prices-on-requests.ts';
import type { Quote } from './shown-quote.ts';
import { useConversion } from './use-conversion.ts';

/** The unit price of a quote as its comparison has it, below the written one; nothing where it is the same. */
export function ConvertedPrice({ quote, others }: { quote: Quote; others: Others }) {
  const language = useLanguage();
  const { conversion, isAwaited } = useConversion(quote, others);
  const lines = linesOf(conversion && convertedPrice(quote, conversion, language));
  return <ConvertedLines lines={lines} isAwaited={isAwaited} />;
}
