import type { WantedQuantity } from '@domain/quote-comparison.ts';
import { sayNumber } from '@domain/amounts.ts';
import { totalCost } from '@domain/quote-standing.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList, type Fact } from '@/shared/ui/fact-list.tsx';
import { ConvertedLines } from './converted-lines.tsx';
import { convertedPrice, convertedTotal, linesOf } from './converted-text.ts';
import { shownPrice, shownQuantity, wantedText } from './price-text.ts';
import { QUOTE_FACTS } from './quote-facts.ts';
import type { Quote } from './shown-quote.ts';
import { useOthers } from './prices-on-requests.ts';
import { useConversion } from './use-conversion.ts';
import classes from './quotes.module.css';

/** How much the request wanted when its supplier quoted on it, which a deal is about; null if it did not say. */
export function wantedOf({ quotedRequest, post }: Quote): WantedQuantity {
  const { quantity = null, unit = null } = quotedRequest ?? post ?? {};
  return quantity === null ? null : { quantity, unit };
}

/** Price of the wanted quantity, in the currency of the quote. */
function totalFact(quote: Quote, wanted: NonNullable<WantedQuantity>, language: Language) {
  const total = totalCost(quote, wanted);
  return {
    name: language.t('Total for {amount}', { amount: wantedText(wanted, language) }),
    value: total ? `${sayNumber(total.value, language.locale)} ${total.currency}` : null,
  };
}

/**
 * The price and, where a quantity is wanted, its total, without a value if it cannot be computed. What the comparison of
 * the request has in another unit or currency has its value in that below it.
 * @param chosen the currency of a comparison that is in another one than its request
 */
export function usePriceFacts(
  quote: Quote,
  wanted: WantedQuantity,
  chosen?: string,
): { price: Fact; total: Fact | null } {
  const language = useLanguage();
  const { conversion, isAwaited } = useConversion(quote, useOthers([quote])(quote), chosen);
  const total = wanted && totalFact(quote, wanted, language);
  const priceLines = () => {
    const converted = conversion && convertedPrice(quote, conversion, language);
    // The total beside it names the day of the rate, and keeps the place of both.
    return linesOf(converted && { ...converted, rate: total?.value ? null : converted.rate });
  };
  const totalLines = () => linesOf(conversion && wanted && convertedTotal(quote, wanted, conversion, language));
  const withLines = (value: string, lines: string[]) => (
    <>
      <div className={classes.price}>{value}</div>
      <ConvertedLines lines={lines} isAwaited={isAwaited} />
    </>
  );
  return {
    price: { name: language.t(QUOTE_FACTS.price.long), value: withLines(shownPrice(quote, language), priceLines()) },
    total: total && { ...total, value: total.value && withLines(total.value, totalLines()) },
  };
}

type QuoteFiguresProps = { quote: Quote; wanted: WantedQuantity; inRow?: boolean };

/**
 * The deciding figures in large type: price, total for the wanted quantity, delivery time and minimum; two by two, or in
 * a row.
 */
export function QuoteFigures({ quote, wanted, inRow = false }: QuoteFiguresProps) {
  const language = useLanguage();
  const { t } = language;
  const { quantity, deliveryTime } = QUOTE_FACTS;
  const { price, total } = usePriceFacts(quote, wanted);
  const facts: Fact[] = [
    price,
    ...(total ? [{ ...total, value: total.value ?? '–' }] : []),
    { name: t(deliveryTime.long), value: deliveryTime.valueOf(quote, language) },
    { name: t(quantity.long), value: shownQuantity(quote, language) },
  ];
  return <FactList facts={facts} className={`${classes.figures} ${inRow ? classes.inRow : classes.inPairs}`} />;
}
