const FREQUENT = ['USD', 'EUR', 'GBP', 'CNY', 'JPY', 'VND', 'INR', 'KRW', 'SGD', 'THB'];

const names = new Intl.DisplayNames('en', { type: 'currency' });
const option = (code: string) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` });

/** Every currency in use by its ISO code, the frequent ones first, as options of a select. */
export const CURRENCY_OPTIONS = [
  { group: 'Frequent', items: FREQUENT.map(option) },
  {
    group: 'All',
    items: Intl.supportedValuesOf('currency')
      .filter((code) => !FREQUENT.includes(code))
      .map(option),
  },
];
