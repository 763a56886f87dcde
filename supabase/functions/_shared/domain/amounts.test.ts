import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoQuotes } from '../../../demo/data/quotes.ts';
import {
  readDeliveryTime,
  readPrice,
  readQuantity,
  sayAmount,
  sayNumber,
  sayPercent,
  sayPrice,
  sayQuantity,
  sayRate,
  type Price,
  type Quantity,
} from './amounts.ts';
import { writeNumber, type Unread } from './numbers.ts';
import type { Unit } from './units.ts';

const NONE = 'no amount is plain to see';
const OPEN = 'the amount has no upper end';
const UNIT = 'the unit is not plain to see';
const ZERO = 'the quantity is 0';
const M = 'M means metre or million';
const MTS = 'mts means metre or ton';

const price = (text: string, currency = 'USD') => {
  const read = readPrice(text, currency);
  return 'unread' in read ? read.unread : sayPrice(read);
};
const quantity = (text: string) => {
  const read = readQuantity(text);
  if ('unread' in read) return read.unread;
  const from = read.from === null ? '' : `${read.from.toLocaleString('en-US')} to `;
  return from + (read.unit ? sayAmount(read.value, read.unit) : read.value.toLocaleString('en-US'));
};
const days = (text: string) => {
  const read = readDeliveryTime(text);
  return 'unread' in read ? read.unread : read.days;
};

describe('[A617] prices', () => {
  test.each([
    ['1 USD/product', '1 USD per piece'],
    ['1.16 USD/kg', '1.16 USD per kg'],
    ['$1,250.50', '1,250.5 USD'],
    ['2.0080 USD', '2.0080 USD'],
    ['2.0080 VND/kg', '2.0080 VND per kg'],
    ['0.125 USD', '0.125 USD'],
    ['1,250.125 USD', '1,250.125 USD'],
    ['$1,250.50/t', '1,250.5 USD per t'],
    ['1.250,50 EUR/t', '1,250.5 EUR per t'],
    ['€ 20', '20 EUR'],
    ['20€/pc', '20 EUR per piece'],
    ['20 euros per dozen', '20 EUR per dozen'],
    ['1,000,000 VND', '1,000,000 VND'],
    ['1.000.000 VND', '1,000,000 VND'],
    ['1.250 VND/kg', '1,250 VND per kg'],
    ['12.500đ/kg', '12,500 VND per kg'],
    ['12.500 đồng/cái', '12,500 VND per piece'],
    ['1.250.000đ/tấn', '1,250,000 VND per t'],
    ['1,2 triệu/tấn', '1,200,000 VND per t'],
    ['1.250 triệu/tấn', '1.250 can be 1.25 or 1,250'],
    ['25 nghìn/kg', '25,000 VND per kg'],
    ['25 ngàn đồng/lít', '25,000 VND per l'],
    ['2 tỷ/lô', '2,000,000,000 VND per lot'],
    ['5 tr/bộ', '5,000,000 VND per set'],
    ['25k VND/kg', '25,000 VND per kg'],
    ['25K/kg', '25,000 USD per kg'],
    ['1.5M VND', '1,500,000 VND'],
    ['USD 12.50/kg', '12.5 USD per kg'],
    ['usd12.50/kg', '12.5 USD per kg'],
    ['US$ 12.50 / kg', '12.5 USD per kg'],
    ['12.50 US dollars/kg', '12.5 USD per kg'],
    ['HK$12/pc', '12 HKD per piece'],
    ['R$ 12,50/kg', '12.5 BRL per kg'],
    ['$12 CAD/kg', '12 CAD per kg'],
    ['€12 USD/kg', NONE],
    ['12 EUR', '12 EUR'],
    ['12 gbp/box', '12 GBP per box'],
    ['£12/box', '12 GBP per box'],
    ['1,000,000 JPY', '1,000,000 JPY'],
    ['¥1000', '¥ is the sign of several currencies'],
    ['¥1000 CNY', '¥ is the sign of several currencies'],
    ['1000円/個', '1,000 JPY per 個'],
    ['88 RMB/set', '88 CNY per set'],
    ['12 kr/m', 'kr is the sign of several currencies'],
    ['12 SEK/m', '12 SEK per m'],
    ['50 zł/m²', '50 PLN per m²'],
    ['₹1,25,000/MT', '125,000 INR per t'],
    ['Rp 15.000/kg', '15,000 IDR per kg'],
    ['RM 4.20/kg', '4.2 MYR per kg'],
    ['₩12,000/kg', '12,000 KRW per kg'],
    ['฿350/box', '350 THB per box'],
    ['CHF 1’250.50/t', '1,250.5 CHF per t'],
    ['12', '12 USD'],
    ['12.5', '12.5 USD'],
    ['1.250', '1.250 can be 1.25 or 1,250'],
    ['1.250 USD/kg', '1.250 can be 1.25 or 1,250'],
    ['0.125 USD/kg', '0.125 USD per kg'],
    ['0 USD/kg', '0 USD per kg'],
    ['12,- EUR/kg', '12 EUR per kg'],
    ['12.-/kg', '12 USD per kg'],
    ['12 a piece', '12 USD per piece'],
    ['12 each', '12 USD per piece'],
    ['12 USD ea', '12 USD per piece'],
    ['12 USD kg', '12 USD per kg'],
    ['12/kg', '12 USD per kg'],
    ['12 per kg', '12 USD per kg'],
    ['12 USD mỗi cái', '12 USD per piece'],
    ['12 USD/1 kg', '12 USD per kg'],
    ['12 USD/100 kg', '12 USD per 100 kg'],
    ['20.2 USD/1,000', '20.2 USD per 1,000 pieces'],
    ['20.2 USD/1.000 pcs', '20.2 USD per 1,000 pieces'],
    ['20 USD per thousand', '20 USD per 1,000 pieces'],
    ['5 USD/tá', '5 USD per dozen'],
    ['500 USD/tạ', '500 USD per quintal'],
    ['5 USD/gross', '5 USD per gross'],
    ['6140 USD/40ft', '6,140 USD per 40 ft container'],
    ["6140 USD/40' HC", '6,140 USD per 40 ft high cube container'],
    ['6140 USD/FEU', '6,140 USD per 40 ft container'],
    ['5000 USD/cont 20', '5,000 USD per 20 ft container'],
    ['24 EUR/sq.m', '24 EUR per m²'],
    ['24 EUR/m2', '24 EUR per m²'],
    ['24 EUR/m² floor', UNIT],
    ['495 EUR/cbm', '495 EUR per m³'],
    ['2 USD/sq ft', '2 USD per ft²'],
    ['0.49 USD/Wp', '0.49 USD per Wp'],
    ['164 USD/kWh', '164 USD per kWh'],
    ['36 USD/copies', '36 USD per copy'],
    ['51 EUR/entries', '51 EUR per entry'],
    ['90 USD/boxes', '90 USD per box'],
    ['9 USD/glass', '9 USD per glass'],
    ['90 USD/10 boxes', '90 USD per 10 boxes'],
    ['90 USD/10 kWh', '90 USD per 10 kWh'],
    ['12 USD/cold room', '12 USD per cold room'],
    ['12 USD/kg net', '12 USD per kg'],
    ['12 USD/pc/month', '12 USD per pc/month'],
    ['9 USD/user per month', '9 USD per user per month'],
    ['FOB 12 USD/kg', '12 USD per kg, FOB'],
    ['12 USD/kg CIF', '12 USD per kg, CIF'],
    ['12 USD/kg (FOB)', '12 USD per kg, FOB'],
    ['10-12 USD/kg', '10 to 12 USD per kg'],
    ['10 – 12 USD/kg', '10 to 12 USD per kg'],
    ['10 to 12 EUR', '10 to 12 EUR'],
    ['10 đến 12 USD', '10 to 12 USD'],
    ['1,2-1,5 triệu/tấn', '1,200,000 to 1,500,000 VND per t'],
    ['12-10 USD', NONE],
    ['up to 12 USD/kg', '12 USD per kg'],
    ['max. 12 USD/kg', '12 USD per kg'],
    ['tối đa 12 USD/kg', '12 USD per kg'],
    ['from 10 USD', OPEN],
    ['từ 10 USD/kg', OPEN],
    ['about 5', OPEN],
    ['~5 USD', OPEN],
    ['khoảng 5 USD', OPEN],
    ['≥ 5 USD', OPEN],
    ['12+ USD', OPEN],
    ['12 USD+', OPEN],
    ['5 USD/kg or 4 EUR/kg', UNIT],
    ['12 USD/kg + VAT', '12 USD per kg, tax excluded'],
    ['on request', NONE],
    ['call me', NONE],
    ['liên hệ', NONE],
    ['', NONE],
    ['/', NONE],
    ['USD', NONE],
    ['-3', NONE],
    ['-3 USD/kg', NONE],
    ['12 kg', NONE],
    ['1e5', NONE],
    ['1e308 USD/kg', NONE],
    ['0x10', NONE],
    ['12 USD/', '12 USD'],
    ['12 USD/0 kg', NONE],
    ['1.2.3 USD', NONE],
    ['=1+1', NONE],
    ['$.85/lb', '0.85 USD per lb'],
    ['US$.85/lb', '0.85 USD per lb'],
    ['USD .85/lb', '0.85 USD per lb'],
    ['USD.85/lb', '0.85 USD per lb'],
    ['.85 USD/lb', '0.85 USD per lb'],
    [',85 EUR/kg', '0.85 EUR per kg'],
    ['€,85', '0.85 EUR'],
    ['$.5.5', NONE],
    ['$.', NONE],
    ['RM.85', '0.85 MYR'],
    ['Rs.45/kg', '45 INR per kg'],
    ['Rs. 45/kg', '45 INR per kg'],
    ['Rs 45/- per kg', '45 INR per kg'],
    ['Rs 45/-', '45 INR'],
    ['Rs.1,25,000/-', '125,000 INR'],
    ['45/- INR', '45 INR'],
    ['₹45/-per kg', '45 INR per kg'],
    ['Rs 45/= per kg', '45 INR per kg'],
    ['Rs 45/- only', '45 INR'],
    ['45 INR/kg only', '45 INR per kg'],
    ['$5-$7/kg', '5 to 7 USD per kg'],
    ['$5 - $7 per kg', '5 to 7 USD per kg'],
    ['US$5–US$7/kg', '5 to 7 USD per kg'],
    ['USD 5 - USD 7/kg', '5 to 7 USD per kg'],
    ['5 USD - 7 USD/kg', '5 to 7 USD per kg'],
    ['5-7$/kg', '5 to 7 USD per kg'],
    ['€5-$7', NONE],
    ['$7-$5', NONE],
    ['US $5.20/kg', '5.2 USD per kg'],
    ['U.S. $5.20', '5.2 USD'],
    ['us$5', '5 USD'],
    ['1 lakh', 'lakh is the sign of several currencies'],
    ['Rs 1 lakh', '100,000 INR'],
    ['₹1.5 lakh/t', '150,000 INR per t'],
    ['1.5 lac INR', '150,000 INR'],
    ['2 crore INR', '20,000,000 INR'],
    ['900k-1.2 million VND', '900,000 to 1,200,000 VND'],
    ['1,2 triệu - 1,5 triệu/tấn', '1,200,000 to 1,500,000 VND per t'],
    ['1.2 triệu-1.5 triệu', '1,200,000 to 1,500,000 VND'],
    ['1.1 million VND', '1,100,000 VND'],
    ['5 USD/doz pairs', '5 USD per 12 pairs'],
    ['5 USD/dozen pcs', '5 USD per 12 pieces'],
    ['5 USD/dozen of eggs', '5 USD per dozen'],
    ['12 USD/thousand pcs', '12 USD per 1,000 pieces'],
    ['12 USD/hundred kg', '12 USD per 100 kg'],
    ['12 USD/100 pairs', '12 USD per 100 pairs'],
    ['12 USD/kg gross', UNIT],
    ['12 USD/gross kg', UNIT],
    ['12 USD/M', M],
    ['12 USD/M pcs', M],
    ['12 USD/MM', 'MM means millimetre or million'],
    ['12 USD/m', '12 USD per m'],
    ['12 USD/mts', MTS],
    ['12 USD/Mts', MTS],
    ['12 USD/mtr', '12 USD per m'],
    ['12 USD/M/T', '12 USD per t'],
    ['12 USD/MT', '12 USD per t'],
    ['12 USD/M2', '12 USD per m²'],
    ['12 USD/M³', '12 USD per m³'],
    ['12 USD/m pcs', UNIT],
    ['$2m', M],
    ['$2M', '2,000,000 USD'],
    ['2 mn USD', '2,000,000 USD'],
    ['12 USD/ton truck', UNIT],
    ['12 USD/gallon bucket', UNIT],
    ['12 USD/inch pipe', UNIT],
    ['12 USD/cái áo', '12 USD per piece'],
    ['12 USD/pcs shirts', '12 USD per piece'],
    ['12 USD/pair of socks', '12 USD per pair'],
    ['12 USD/set of four', UNIT],
    ['12 USD/box of 12', UNIT],
    ['12 USD/kg netto', '12 USD per kg'],
    ['12 USD/kg plus freight', UNIT],
    ['12 USD per kg plus', UNIT],
    ['12 USD/kg or 5', UNIT],
    ['12 USD/kg FOB Hai Phong', '12 USD per kg, FOB'],
    ['FOB Hai Phong 12 USD/kg', '12 USD per kg, FOB'],
    ['FOB HCMC: $12/kg', '12 USD per kg, FOB'],
    ['EXW 12', '12 USD, EXW'],
    ['12 EXW', '12 USD, EXW'],
    ['12 FOB USD/kg', '12 USD per kg, FOB'],
    ['FOB USD 12/kg', '12 USD per kg, FOB'],
    ['12 USD/kg (FOB HCM)', '12 USD per kg, FOB'],
    ['12 USD/kg, CIF Hamburg', '12 USD per kg, CIF'],
    ['giá FOB 12 USD/kg', '12 USD per kg, FOB'],
    ['Giá FOB Hải Phòng 12 USD', '12 USD, FOB'],
    ['12 usd/kg cif', '12 USD per kg, CIF'],
    ['ex works 12 USD/kg', '12 USD per kg, EXW'],
    ['12 USD/kg ex-works', '12 USD per kg, EXW'],
    ['C&F 12 USD', '12 USD, CFR'],
    ['12 CNF USD', '12 USD, CFR'],
    ['12 USD/kg ddu', '12 USD per kg, DDU'],
    ['12 USD/kg CIF or FOB', UNIT],
    ['12 USD/kg, FOB/CIF', '12 USD per kg, CIF/FOB'],
    ['12 USD/kg DDP Hamburg, VAT incl', '12 USD per kg, DDP, tax included'],
    ['12 USD/kg excl VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg excl. VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg ex VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg ex. VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg w/o VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg plus VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg+VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg + 10% VAT', '12 USD per kg, tax excluded'],
    ['12 USD/kg VAT extra', '12 USD per kg, tax excluded'],
    ['12 USD/kg VAT not included', '12 USD per kg, tax excluded'],
    ['12 USD/kg inc VAT', '12 USD per kg, tax included'],
    ['12 USD/kg incl. 8% VAT', '12 USD per kg, tax included'],
    ['12 USD with tax', '12 USD, tax included'],
    ['12 USD (incl. tax)', '12 USD, tax included'],
    ['12 USD/kg before tax', '12 USD per kg, tax excluded'],
    ['12 USD/kg GST included', '12 USD per kg, tax included'],
    ['12 USD/kg chưa VAT', '12 USD per kg, tax excluded'],
    ['12 USD chưa bao gồm VAT', '12 USD, tax excluded'],
    ['12.000đ/kg đã VAT', '12,000 VND per kg, tax included'],
    ['12.000đ/kg đã bao gồm thuế', '12,000 VND per kg, tax included'],
    ['12.000đ có VAT', '12,000 VND, tax included'],
    ['12.000đ/kg trước thuế', '12,000 VND per kg, tax excluded'],
    ['12 USD/kg VAT 10%', UNIT],
    ['VAT 10%', NONE],
    ['1 250 USD/t', '1,250 USD per t'],
    ['１２.５ USD/kg', '12.5 USD per kg'],
    ['12.5 usd / KG', '12.5 USD per kg'],
    ['12$', '12 USD'],
    ['12 $/kg', '12 USD per kg'],
    ['5€50', NONE],
    ['5 $20', NONE],
    ['1e3 USD', NONE],
    ['12..5', NONE],
    ['12,,5', NONE],
    ['12 USD/12 EUR', NONE],
    ['5 USD/EUR', NONE],
    ['5 USD/EURs', NONE],
    ['5 USD/cup', '5 USD per cup'],
    ['10/12 USD', NONE],
    ['0.5-.7 USD', '0.5 to 0.7 USD'],
    ['5bn VND', '5,000,000,000 VND'],
    ['85 cents/lb', NONE],
    ['5 USD/500ml', '5 USD per 500 ml'],
    ['5 USD/25kg bag', UNIT],
    ['6140 USD/40ft container', '6,140 USD per 40 ft container'],
    ['6140 USD/container 40ft', '6,140 USD per 40 ft container'],
    ['6140 USD/container of 40ft', '6,140 USD per 40 ft container'],
    ['12 USD/T-shirt', '12 USD per T-shirt'],
  ])('%s: %s', (text, expected) => expect(price(text)).toBe(expected));

  test('the currency of the quote counts where the text names none, or one sign of several', () => {
    const cases = [
      ['12', 'EUR', '12 EUR'],
      ['1.250', 'VND', '1,250 VND'],
      ['$12', 'SGD', '12 SGD'],
      ['$12', 'EUR', '12 USD'],
      ['¥1000', 'JPY', '1,000 JPY'],
      ['¥1000', 'CNY', '1,000 CNY'],
      ['12 kr', 'NOK', '12 NOK'],
      ['12 EUR', 'USD', '12 EUR'],
      ['25k/kg', 'VND', '25,000 VND per kg'],
    ] as const;
    for (const [text, currency, expected] of cases) expect(price(text, currency), text).toBe(expected);
  });
});

describe('[A617] quantities', () => {
  test.each([
    ['50,000 pieces', '50,000 pieces'],
    ['100 pcs', '100 pieces'],
    ['100pcs.', '100 pieces'],
    ['1.250 pcs', '1,250 pieces'],
    ['1.250 cái', '1,250 pieces'],
    ['1.250 kg', '1.250 can be 1.25 or 1,250'],
    ['1.250,5 kg', '1,250.5 kg'],
    ['19.2 t', '19.2 t'],
    ['2 tấn', '2 t'],
    ['2 metric tons', '2 t'],
    ['2 short tons', '2 short ton'],
    ['5 tạ', '5 quintal'],
    ['500 lbs', '500 lb'],
    ['10 dozen', '10 dozen'],
    ['10 tá', '10 dozen'],
    ['200 m³', '200 m³'],
    ['1,500 m²', '1,500 m²'],
    ['300 mét', '300 m'],
    ['300 m', '300 m'],
    ['300 M', 'M means metre or million'],
    ['6 km', '6 km'],
    ['8,000 l', '8,000 l'],
    ['8 khối', '8 m³'],
    ['1 x 40 ft', '40 ft container'],
    ['20 x 40 ft', '20 40 ft containers'],
    ['2x20ft', '2 20 ft containers'],
    ["1x40'HC", '40 ft high cube container'],
    ['40 ft', '40 ft'],
    ['10 x 25 kg', '250 kg'],
    ['4 x 10', '40'],
    ['10 FEU a month', '10 40 ft containers'],
    ['6,000 a month', '6,000'],
    ['5 per week', '5'],
    ['5/tháng', '5'],
    ['500 kg/month', '500 kg'],
    ['3.2 million', '3,200,000'],
    ['5 nghìn cái', '5,000 pieces'],
    ['20 days', '20 days'],
    ['1 project', 'project'],
    ['300 boxes', '300 boxes'],
    ['6p k', '6 p k'],
    ['120,000 copies', '120,000 copies'],
    ['60 bộ', '60 sets'],
    ['MOQ 500 pcs', '500 pieces'],
    ['min. 500 kg', '500 kg'],
    ['from 500 kg', '500 kg'],
    ['tối thiểu 500 kg', '500 kg'],
    ['500+ pcs', '500 pieces'],
    ['100-200 pcs', '100 to 200 pieces'],
    ['100 to 200 kg', '100 to 200 kg'],
    ['500', '500'],
    ['1000 pcs of each', '1,000 pieces'],
    ['any', NONE],
    ['about 500 pcs', OPEN],
    ['negotiable', NONE],
    ['500 or 600 pcs', UNIT],
    ['1**A', NONE],
    ['3,M~', UNIT],
    ['1e30', UNIT],
    ['', NONE],
  ])('%s: %s', (text, expected) => expect(quantity(text)).toBe(expected));
});

describe('[A617] quantities with their number', () => {
  test.each([
    ['5 doz pairs', '60 pairs'],
    ['2 gross pairs', '288 pairs'],
    ['5 thousand pairs', '5,000 pairs'],
    ['2M pcs', M],
    ['2 M pcs', M],
    ['M pcs', NONE],
    ['2m pcs', UNIT],
    ['2 MM', 'MM means millimetre or million'],
    ['3 mts', MTS],
    ['3 MTS', MTS],
    ['300 mtrs', '300 m'],
    ['300 M', M],
    ['40 ft container', '1 40 ft container'],
    ['2 40ft containers', '2 40 ft containers'],
    ['3 containers 40ft', '3 40 ft containers'],
    ['1 container of 40 ft', '1 40 ft container'],
    ['one container', '1 container'],
    ['0 kg', ZERO],
    ['0', ZERO],
    ['0x10', ZERO],
    ['0 x 40 ft', ZERO],
    ['0.5 kg', '0.5 kg'],
    ['.5 t', '0.5 t'],
    ['-5', NONE],
    ['1 lakh pcs', '100,000 pieces'],
    ['5 k pcs', '5,000 pieces'],
    ['2 ton trucks', UNIT],
    ['5 gallon drums', UNIT],
    ['100 cái áo', '100 pieces'],
    ['100 chiếc', '100 pieces'],
    ['100 pcs shirts', '100 pieces'],
    ['500 kg net', '500 kg'],
    ['500 kg of rice', '500 kg'],
    ['10 x 25 kg bags', UNIT],
    ['2 x dozen', '2 dozen'],
    ['2x25kg', '50 kg'],
    ['5 xylophones', '5 xylophones'],
    ['1.250 t', '1.250 can be 1.25 or 1,250'],
    ['12.000', '12.000 can be 12 or 12,000'],
    ['4 080 000 pcs', '4,080,000 pieces'],
    ['２０ pcs', '20 pieces'],
    ['1,00,000 pcs', '100,000 pieces'],
    ['20 tấn/tháng', '20 t'],
    ['5 M3', '5 m³'],
    ['100 bags of 50 kg', UNIT],
    ['1 pair', '1 pair'],
    ['a pair', '1 pair'],
    ['một container', '1 container'],
    ['1.5 million', '1,500,000'],
    ['5 tạ', '5 quintal'],
    ['20 nghìn đôi', '20,000 pairs'],
    ["1'250 pcs", '1,250 pieces'],
    ['từ 5 kg', '5 kg'],
    ['5 kg each', '5 kg'],
  ])('%s: %s', (text, expected) => {
    const read = readQuantity(text);
    expect('unread' in read ? read.unread : sayQuantity(read)).toBe(expected);
  });
});

describe('[A617] delivery times', () => {
  test.each<[string, number | string]>([
    ['30 days', 30],
    ['30 DAYS', 30],
    ['30days', 30],
    ['30-day', 30],
    ['30d', 30],
    ['4 weeks', 28],
    ['4-5 weeks', 35],
    ['6–7 wks', 49],
    ['2 to 3 weeks', 21],
    ['1 week', 7],
    ['one week', 7],
    ['a week', 7],
    ['5 months', 150],
    ['1.5 months', 45],
    ['1,5 tháng', 45],
    ['1 year', 365],
    ['48 hours', 2],
    ['12 hours', 1],
    ['24h', 1],
    ['10 working days', 14],
    ['7 business days', 10],
    ['10 ngày làm việc', 14],
    ['15 ngày', 15],
    ['3-4 tuần', 28],
    ['2 tháng', 60],
    ['năm ngày', 5],
    ['hai tuần', 14],
    ['5 days notice', 5],
    ['30 days after deposit', 30],
    ['within 30 days', 30],
    ['trong vòng 30 ngày', 30],
    ['about 30 days', 30],
    ['khoảng 30 ngày', 30],
    ['max 30 days', 30],
    ['up to 6 weeks', 42],
    ['1 week to 10 days', 10],
    ['in stock', 0],
    ['Ex stock', 0],
    ['immediately', 0],
    ['có sẵn', 0],
    ['next day', 1],
    ['0 days', 0],
    ['from 30 days', OPEN],
    ['at least 2 weeks', OPEN],
    ['30', NONE],
    ['30+ days', NONE],
    ['5-4 weeks', NONE],
    ['30 days, 45 in peak', NONE],
    ['2 weeks 3 days', NONE],
    ['by Dec 15', NONE],
    ['Q1 2027', NONE],
    ['soon', NONE],
    ['99999999 years', NONE],
    ['-5 days', NONE],
    ['', NONE],
  ])('%s: %s', (text, expected) => expect(days(text)).toBe(expected));
});

const measure = (count: number, { dimension, size }: Unit) => [dimension, (count * size).toPrecision(12)];

/** What was read, however it is said: 1,000 pieces are one thousand. */
function meaning(read: Price | Quantity | Unread) {
  if ('unread' in read) return read;
  if ('unit' in read) return read.unit ? [read.from ?? '', measure(read.value, read.unit)] : read;
  const { per, ...price } = read;
  return { ...price, per: per && measure(per.count, per.unit) };
}

/** Numbers that texts of this length can hold. */
const isSayable = (value: number) => value <= 1e15 && (value === 0 || value >= 1e-6);

/** Ways in which people write a number, each of which says by itself what it means, or is English. */
const NUMBERS: readonly ((value: number) => string)[] = [
  String,
  (value) => value.toFixed(2),
  (value) => value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  (value) => value.toLocaleString('vi', { minimumFractionDigits: 2 }),
  (value) => value.toLocaleString('en-IN', { minimumFractionDigits: 2 }),
  (value) => value.toLocaleString('en-US', { minimumFractionDigits: 2 }).replaceAll(',', ' '),
  (value) => value.toLocaleString('de-CH', { minimumFractionDigits: 2 }),
  (value) => String(value).replace(/^0\./, '.'),
  (value) => (Number.isInteger(value) ? `${value.toLocaleString('en-US')}/-` : String(value)),
  (value) => (Number.isInteger(value) ? `${value},-` : String(value)),
  (value) => `${writeNumber(value / 1000)} thousand`,
  (value) => `${writeNumber(value / 1e6)} million`,
];

/** A price as somebody writes it, with what they mean. */
const written = fc
  .record({
    cents: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99_999_999 })),
    isWhole: fc.boolean(),
    more: fc.option(fc.integer({ min: 1, max: 999 })),
    write: fc.constantFrom(...NUMBERS),
    money: fc.constantFrom(
      ...([
        ['$', '', 'USD'],
        ['US $', '', 'USD'],
        ['', ' USD', 'USD'],
        ['€', '', 'EUR'],
        ['EUR ', '', 'EUR'],
        ['Rs. ', '', 'INR'],
        ['₹', '', 'INR'],
        ['RM', '', 'MYR'],
        ['', '', 'USD'],
      ] as const),
    ),
    isSignTwice: fc.boolean(),
    per: fc.constantFrom('', '/kg', ' per kg', '/doz pairs', '/100 pcs', '/M', '/mts', '/40 ft container', ' a piece'),
    term: fc.constantFrom('', ' FOB', ' FOB Hai Phong', ', ex VAT', ' + VAT', ' (CIF)'),
    dash: fc.constantFrom('-', ' - ', '–', ' to '),
  })
  .map(({ cents, isWhole, more, write, money: [before, after, currency], isSignTwice, per, term, dash }) => {
    const amount = (number: number) => (isWhole ? number : number / 100);
    const low = amount(cents);
    const high = more === null ? null : amount(cents + more);
    const second = high === null ? '' : `${dash}${isSignTwice ? before : ''}${write(high)}`;
    const first = `${before}${write(low)}${isSignTwice && high !== null ? after : ''}`;
    const text = `${first}${second}${after}${per}${term}`;
    return { text, value: high ?? low, low: high === null ? null : low, currency };
  });

describe('properties', () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({
      maxLength: 20,
      unit: fc.constantFrom(...'0123456789.,-–~x/ kgmtpcs²$€đM', 'USD', 'VND', 'to', 'per', 'triệu', "'", '+', '1e'),
    }),
  );

  test('[A617] any text is read as finite amounts or as the reason why not', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const money = readPrice(text, 'USD');
        if (!('unread' in money)) {
          expect(money.value).toBeGreaterThanOrEqual(money.from ?? 0);
          expect(Number.isFinite(money.value)).toBe(true);
          expect(money.currency).toMatch(/^[A-Z]{3}$/);
          expect(money.per?.count ?? 1).toBeGreaterThan(0);
        }
        const amount = readQuantity(text);
        if (!('unread' in amount)) expect(Number.isFinite(amount.value) && amount.value >= 0).toBe(true);
        const time = readDeliveryTime(text);
        if (!('unread' in time)) expect(Number.isInteger(time.days) && time.days >= 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('[A617] a word that would make the number larger is no unit behind a number that is complete', () => {
    for (const text of ['6+k', '6 thousand k', '2 x 6+k', '1*K', '9+triệu'])
      expect(readQuantity(text), text).toHaveProperty('unread');
    expect(readQuantity('5+ thousand pairs')).toMatchObject({ value: 5000 });
  });

  test('[A617] a price written in English or Vietnamese notation is read as that price', () => {
    const amount = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(amount, fc.constantFrom('kg', 'tấn', 'pcs', 'm²', 'dozen'), (value, unit) => {
        const english = value.toLocaleString('en-US', { minimumFractionDigits: 2 });
        const german = value.toLocaleString('de-DE', { minimumFractionDigits: 2 });
        for (const digits of [english, german]) {
          expect(readPrice(`${digits} EUR/${unit}`, 'USD'), digits).toMatchObject({ value, currency: 'EUR' });
          expect(readPrice(`€ ${digits} per ${unit}`, 'USD'), digits).toMatchObject({ value, currency: 'EUR' });
        }
        const dong = Math.round(value * 100);
        expect(readPrice(`${dong.toLocaleString('de-DE')} đ/${unit}`, 'USD')).toMatchObject({ value: dong });
      }),
    );
  });

  test('[A617] a price or a quantity survives the round trip through its shown text', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom('USD', 'VND', 'INR'), (text, currency) => {
        const money = readPrice(text, currency);
        if (!('unread' in money) && isSayable(money.value)) {
          expect(meaning(readPrice(sayPrice(money), 'USD')), sayPrice(money)).toEqual(meaning(money));
        }
        const amount = readQuantity(text);
        if (!('unread' in amount) && isSayable(amount.value)) {
          expect(meaning(readQuantity(sayQuantity(amount))), sayQuantity(amount)).toEqual(meaning(amount));
        }
      }),
      { numRuns: 1_500 },
    );
  });

  test('[A617] a price is never read with another power of ten than its writer meant, however it is written', () => {
    fc.assert(
      fc.property(written, ({ text, value, low, currency }) => {
        const read = readPrice(text, 'USD');
        if ('unread' in read) return;
        expect(read.currency, text).toBe(currency);
        expect(read.value, text).toBeCloseTo(value, 6);
        expect(read.from ?? value, text).toBeCloseTo(low ?? value, 6);
      }),
      { numRuns: 1_500 },
    );
  });

  test('[A617] most written prices are read', () => {
    const texts = fc.sample(written, { numRuns: 2_000, seed: 1 }).filter(({ text }) => !/\/(?:M|mts)/.test(text));
    const read = texts.filter(({ text }) => !('unread' in readPrice(text, 'USD')));
    expect(read.length / texts.length).toBeGreaterThan(0.9);
  });

  test('[A617] blanks, width and case of a text make no other price of it', () => {
    const wide = (text: string) =>
      text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfe_e0));
    fc.assert(
      fc.property(written, ({ text }) => {
        const read = readPrice(text, 'USD');
        for (const variant of [` ${text} `, text.replaceAll(' ', '\u00a0'), text.replaceAll(' ', '  '), wide(text)]) {
          expect(readPrice(variant, 'USD'), variant).toEqual(read);
        }
      }),
    );
  });
});

test('[A617] every price, quantity and delivery time of the demo is read, prices with their unit', () => {
  expect(demoQuotes.length).toBeGreaterThan(200);
  for (const quote of demoQuotes) {
    expect(readPrice(quote.price, quote.currency), quote.price).toMatchObject({
      value: expect.any(Number),
      per: { unit: expect.anything() },
    });
    expect(readQuantity(quote.quantity), quote.quantity).toMatchObject({ value: expect.any(Number) });
    expect(readDeliveryTime(quote.deliveryTime), quote.deliveryTime).toMatchObject({ days: expect.any(Number) });
  }
});

test('[A617] a text that is longer than any field is not read, and takes no time', () => {
  const started = performance.now();
  for (const text of ['1 x '.repeat(50_000), '1 week to '.repeat(50_000), '1.'.repeat(50_000), '9'.repeat(100_000)]) {
    expect([price(text), quantity(text), days(text)]).toEqual([NONE, NONE, NONE]);
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('numbers are shown with their significant digits', () => {
  expect([1.159, 0.000_037_94, 1_000_000].map((value) => sayRate(value))).toEqual(['1.159', '0.00003794', '1,000,000']);
  expect([0, 0.042, 1.5].map((share) => sayPercent(share))).toEqual(['0.0%', '4.2%', '150.0%']);
  expect([1250.5, 1.166, 0, 0.012_345_6, 1e6, 999.999].map((value) => sayNumber(value))).toEqual([
    '1,250.5',
    '1.17',
    '0',
    '0.01235',
    '1,000,000',
    '1,000',
  ]);
});
