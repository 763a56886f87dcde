import { msg } from '@/shared/i18n/msg.ts';
import type { Language } from '@/shared/i18n/language.ts';

const FREQUENT = ['USD', 'EUR', 'GBP', 'CNY', 'JPY', 'VND', 'INR', 'KRW', 'SGD', 'THB'];
const GROUPS = [
  { group: msg('Frequent'), codes: FREQUENT },
  { group: msg('All'), codes: Intl.supportedValuesOf('currency').filter((code) => !FREQUENT.includes(code)) },
];

/** All currencies in use with code and name, common ones first, as select options. */
export function currencyOptions({ locale, t }: Language) {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const toOption = (code: string) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` });
  return GROUPS.map(({ group, codes }) => ({ group: t(group), items: codes.map(toOption) }));
}
