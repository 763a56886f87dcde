import type { Language } from '@/shared/i18n/language.ts';

const FREQUENT = ['USD', 'EUR', 'GBP', 'CNY', 'JPY', 'VND', 'INR', 'KRW', 'SGD', 'THB'];

/** The currencies that states issue today (ISO 4217). Intl also lists those that are history, such as DEM. */
const CURRENT =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
  CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR
  ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
  MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER
  ZAR ZMW ZWG`.split(/\s+/);

/**
 * The currencies of today with code and name, common ones first, as select options.
 * @param current the chosen code, which stays an option whatever it is
 */
export function currencyOptions({ locale, t }: Language, current = '') {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const toOption = (code: string) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` });
  const others = CURRENT.filter((code) => !FREQUENT.includes(code));
  const isKnown = current === '' || CURRENT.includes(current);
  return [
    { group: t('Frequent'), items: FREQUENT.map(toOption) },
    { group: t('All'), items: (isKnown ? others : [current, ...others]).map(toOption) },
  ];
}
