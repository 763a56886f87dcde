import type { QuoteAction } from '../../functions/_shared/domain/quote-status.ts';

/** The requirements of a request beyond its text. Days and hours are relative to the load; negative ones are in the past. */
export interface DemoRequirements {
  quantity: number;
  unit: string;
  targetPrice?: number;
  targetCurrency?: string;
  neededInDays?: number;
  deadlineInHours?: number;
  incoterm?: string;
  /** A drawing, as a PDF of this name. */
  document?: string;
}

/** A quote as sent; its other fields are like those of other demo quotes. */
export interface DemoOffered {
  supplier: string;
  price: string;
  quantity: string;
  deliveryTime: string;
  /** Days of validity, counted from the day on which it was sent. */
  validDays?: number;
  /** The facts before the revision. */
  first?: { price?: string; deliveryTime?: string };
}

/** An action on a quote; `share` is its time: the part of the request's age between the request and the action. */
export type DemoAct = { share: number } & (
  | { act: Extract<QuoteAction, 'shortlist' | 'reopen' | 'revise'>; supplier: string }
  | { act: Extract<QuoteAction, 'decline' | 'withdraw'>; supplier: string; reason?: string }
  | { act: 'accept'; supplier: string; isLast: boolean }
  | { act: 'cancel'; supplier: string; by: 'owner' | 'supplier'; reason: string }
  | { act: 'close'; reason: 'awarded' | 'found_elsewhere' | 'no_need' }
);

/** A public question on a request, with the times of question and answer. */
export interface DemoQuestion {
  asker: string;
  question: string;
  share: number;
  answer?: { text: string; share: number };
}

/** A request with comparable quotes: its requirements, and the actions on it. */
export interface DemoDecision {
  postKey: string;
  requirements: DemoRequirements;
  quotes: readonly DemoOffered[];
  acts: readonly DemoAct[];
  questions?: readonly DemoQuestion[];
}

const HOURS = 24;

/** The requests with decisions; each has four to six quotes in three currencies. */
export const demoDecisions: readonly DemoDecision[] = [
  {
    postKey: 'oak-bar-stools',
    requirements: {
      quantity: 2_400,
      unit: 'piece',
      targetPrice: 50,
      targetCurrency: 'EUR',
      neededInDays: 110,
      deadlineInHours: 3 * HOURS - 2,
      incoterm: 'DAP',
      document: 'Bar-stool-LH-204-drawing.pdf',
    },
    quotes: [
      { supplier: 'meble-wisla', price: '49.5 EUR/piece', quantity: '400 pieces', deliveryTime: '8 weeks' },
      {
        supplier: 'bob',
        price: '1,380,000 VND/piece',
        quantity: '600 pieces',
        deliveryTime: '70 days',
        first: { price: '1,465,000 VND/piece', deliveryTime: '80 days' },
      },
      { supplier: 'rumah.rotan', price: '54.9 USD/piece', quantity: '1,000 pieces', deliveryTime: '80 days' },
      { supplier: 'anadolu.tekstil', price: '642 EUR/dozen', quantity: '50 dozen', deliveryTime: '10 weeks' },
      { supplier: 'ceramica.emiliana', price: '71 EUR/piece', quantity: '200 pieces', deliveryTime: '5 weeks' },
      { supplier: 'bosque.verde', price: '58 USD/piece', quantity: '1 x 40 ft', deliveryTime: '9 weeks' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'meble-wisla', share: 0.26 },
      { act: 'shortlist', supplier: 'bob', share: 0.25 },
      { act: 'decline', supplier: 'ceramica.emiliana', reason: 'The price is too high', share: 0.22 },
      { act: 'revise', supplier: 'bob', share: 0.06 },
    ],
    questions: [
      {
        asker: 'meble-wisla',
        question: 'Is European oak from Polish state forests with FSC Mix fine, or does it have to be FSC 100 %?',
        share: 0.93,
        answer: { text: 'FSC Mix is fine, with the claim on the invoice and the chain of custody number.', share: 0.9 },
      },
      {
        asker: 'rumah.rotan',
        question: 'May the footrest be brass-plated steel instead of solid brass?',
        share: 0.8,
        answer: { text: 'Yes, if the plating passes 48 hours of salt spray. Please add the test report.', share: 0.7 },
      },
      {
        asker: 'bosque.verde',
        question: 'Can the last of the three deliveries go to Oslo directly, and who clears it there?',
        share: 0.1,
      },
    ],
  },
  {
    postKey: 'linen-curtains-nordic',
    requirements: {
      quantity: 18_000,
      unit: 'pair',
      targetPrice: 15,
      targetCurrency: 'EUR',
      neededInDays: 96,
      deadlineInHours: -2 * HOURS,
      incoterm: 'DAP',
    },
    quotes: [
      { supplier: 'lotus.garment', price: '17.2 USD/pair', quantity: '3,000 pairs', deliveryTime: '75 days' },
      { supplier: 'bob', price: '438,000 VND/pair', quantity: '2,000 pairs', deliveryTime: '70 days' },
      { supplier: 'anadolu.tekstil', price: '15.4 EUR/pair', quantity: '1,500 pairs', deliveryTime: '9 weeks' },
      { supplier: 'dhaka-knit', price: '15.9 USD/pair', quantity: '6,000 pairs', deliveryTime: '85 days' },
      { supplier: 'nile-cotton', price: '14.9 EUR/pair', quantity: '3,000 pairs', deliveryTime: '11 weeks' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'anadolu.tekstil', share: 0.3 },
      { act: 'shortlist', supplier: 'nile-cotton', share: 0.29 },
    ],
    questions: [
      {
        asker: 'anadolu.tekstil',
        question: 'Are the six colours in equal parts, or should we expect most of the volume in two of them?',
        share: 0.85,
        answer: { text: 'Off-white and sand are 60 %, the other four share the rest evenly.', share: 0.8 },
      },
    ],
  },
  {
    postKey: 'oak-dining-chairs',
    requirements: {
      quantity: 2_400,
      unit: 'piece',
      targetPrice: 58,
      targetCurrency: 'USD',
      neededInDays: 150,
      deadlineInHours: -20 * HOURS,
      incoterm: 'FOB',
    },
    quotes: [
      { supplier: 'bob', price: '1,490,000 VND/piece', quantity: '400 pieces', deliveryTime: '80 days' },
      {
        supplier: 'meble-wisla',
        price: '51.8 EUR/piece',
        quantity: '300 pieces',
        deliveryTime: '9 weeks',
        validDays: 90,
      },
      { supplier: 'rumah.rotan', price: '59.5 USD/piece', quantity: '800 pieces', deliveryTime: '85 days' },
      { supplier: 'anadolu.tekstil', price: '684 USD/dozen', quantity: '40 dozen', deliveryTime: '11 weeks' },
      { supplier: 'ceramica.emiliana', price: '66 EUR/piece', quantity: '200 pieces', deliveryTime: '6 weeks' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'meble-wisla', share: 0.46 },
      { act: 'shortlist', supplier: 'rumah.rotan', share: 0.45 },
      { act: 'decline', supplier: 'ceramica.emiliana', reason: 'The price is too high', share: 0.43 },
      { act: 'accept', supplier: 'meble-wisla', isLast: true, share: 0.38 },
    ],
  },
  {
    postKey: 'corrugated-boxes-mailers',
    requirements: { quantity: 85_000, unit: 'piece', incoterm: 'DAP' },
    quotes: [
      { supplier: 'hanse-stahl', price: '0.47 EUR/piece', quantity: '10,000 pieces', deliveryTime: '4 weeks' },
      { supplier: 'siam-packaging', price: '0.52 USD/piece', quantity: '20,000 pieces', deliveryTime: '50 days' },
      { supplier: 'bob', price: '11,900 VND/piece', quantity: '15,000 pieces', deliveryTime: '45 days' },
      { supplier: 'penang.precision', price: '0.55 USD/piece', quantity: '10,000 pieces', deliveryTime: '7 weeks' },
    ],
    acts: [
      { act: 'withdraw', supplier: 'siam-packaging', reason: 'Our paper mill has raised its prices.', share: 0.5 },
      { act: 'close', reason: 'found_elsewhere', share: 0.4 },
    ],
  },
  {
    postKey: 'paper-bags-twisted',
    requirements: { quantity: 400_000, unit: 'piece', targetPrice: 0.13, targetCurrency: 'EUR', incoterm: 'DAP' },
    quotes: [
      { supplier: 'atelier-lumiere', price: '0.141 EUR/piece', quantity: '50,000 pieces', deliveryTime: '5 weeks' },
      { supplier: 'siam-packaging', price: '0.136 USD/piece', quantity: '100,000 pieces', deliveryTime: '50 days' },
      { supplier: 'bob', price: '3,650 VND/piece', quantity: '80,000 pieces', deliveryTime: '40 days' },
      { supplier: 'anadolu.tekstil', price: '1.62 EUR/dozen', quantity: '5,000 dozen', deliveryTime: '6 weeks' },
      { supplier: 'dhaka-knit', price: '0.149 USD/piece', quantity: '100,000 pieces', deliveryTime: '8 weeks' },
    ],
    acts: [
      { act: 'accept', supplier: 'siam-packaging', isLast: false, share: 0.4 },
      {
        act: 'cancel',
        supplier: 'siam-packaging',
        by: 'supplier',
        reason: 'The kraft grade that you asked for is no longer made in the width that we need.',
        share: 0.28,
      },
      { act: 'accept', supplier: 'atelier-lumiere', isLast: false, share: 0.24 },
      { act: 'decline', supplier: 'dhaka-knit', reason: 'The delivery takes too long', share: 0.23 },
    ],
  },
  {
    postKey: 'black-tea-ctc-bp1',
    requirements: { quantity: 24_000, unit: 'tin', neededInDays: 200, incoterm: 'DAP' },
    quotes: [
      { supplier: 'nairobi.fresh', price: '3.02 USD/tin', quantity: '6,000 tins', deliveryTime: '12 weeks' },
      { supplier: 'bob', price: '74,500 VND/tin', quantity: '4,000 tins', deliveryTime: '75 days' },
      { supplier: 'maas-coldchain', price: '2.85 EUR/tin', quantity: '3,000 tins', deliveryTime: '6 weeks' },
      { supplier: 'siam-packaging', price: '28.9 USD/kg', quantity: '2 t', deliveryTime: '90 days' },
      { supplier: 'nongsan.saigon', price: '71,000 VND/tin', quantity: '8,000 tins', deliveryTime: '80 days' },
    ],
    acts: [
      { act: 'accept', supplier: 'bob', isLast: false, share: 0.3 },
      { act: 'accept', supplier: 'nairobi.fresh', isLast: false, share: 0.29 },
      { act: 'decline', supplier: 'siam-packaging', share: 0.2 },
    ],
  },
  {
    postKey: 'customs-brokerage-nordic',
    requirements: { quantity: 340, unit: 'entry', deadlineInHours: 9 * HOURS, neededInDays: 40 },
    quotes: [
      { supplier: 'maas-coldchain', price: '44.5 EUR/entry', quantity: '300 entries', deliveryTime: '4 weeks' },
      { supplier: 'gulfbridge', price: '52 USD/entry', quantity: '200 entries', deliveryTime: '3 weeks' },
      { supplier: 'lioncity-systems', price: '49 USD/entry', quantity: '250 entries', deliveryTime: '30 days' },
      { supplier: 'xaydung.mientrung', price: '1,180,000 VND/entry', quantity: '300 entries', deliveryTime: '5 weeks' },
    ],
    acts: [{ act: 'shortlist', supplier: 'maas-coldchain', share: 0.2 }],
    questions: [
      {
        asker: 'lioncity-systems',
        question:
          'Are the CBAM reports part of the price per declaration, or shall we quote them as a line of their own?',
        share: 0.7,
        answer: { text: 'A line of their own, please, as a price per quarter.', share: 0.6 },
      },
    ],
  },
  {
    postKey: 'hot-rolled-coil-s355',
    requirements: {
      quantity: 1_200,
      unit: 't',
      targetPrice: 600,
      targetCurrency: 'EUR',
      neededInDays: 75,
      deadlineInHours: -15 * HOURS,
      incoterm: 'CFR',
    },
    quotes: [
      { supplier: 'ceramica.emiliana', price: '612 EUR/t', quantity: '300 t', deliveryTime: '8 weeks', validDays: 60 },
      { supplier: 'greatlakes-mro', price: '0.705 USD/kg', quantity: '500 t', deliveryTime: '9 weeks' },
      { supplier: 'kansai-seiki', price: '104,000 JPY/t', quantity: '200 t', deliveryTime: '10 weeks' },
      { supplier: 'penang.precision', price: '688 USD/t', quantity: '400 t', deliveryTime: '70 days' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'ceramica.emiliana', share: 0.44 },
      { act: 'shortlist', supplier: 'penang.precision', share: 0.43 },
      { act: 'accept', supplier: 'ceramica.emiliana', isLast: true, share: 0.35 },
    ],
  },
  {
    postKey: 'green-coffee-robusta',
    requirements: {
      quantity: 96,
      unit: 't',
      targetPrice: 4.6,
      targetCurrency: 'USD',
      neededInDays: 60,
      incoterm: 'CIF',
    },
    quotes: [
      { supplier: 'nongsan.saigon', price: '4.72 USD/kg', quantity: '19.2 t', deliveryTime: '25 days' },
      { supplier: 'bob', price: '118,500 VND/kg', quantity: '19.2 t', deliveryTime: '24 days', validDays: 60 },
      { supplier: 'cerrado-graos', price: '4,810 USD/t', quantity: '38.4 t', deliveryTime: '40 days' },
      { supplier: 'maas-coldchain', price: '4.35 EUR/kg', quantity: '10 t', deliveryTime: '3 weeks' },
      { supplier: 'nairobi.fresh', price: '4.88 USD/kg', quantity: '19.2 t', deliveryTime: '35 days' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'bob', share: 0.43 },
      { act: 'shortlist', supplier: 'nongsan.saigon', share: 0.42 },
      { act: 'accept', supplier: 'bob', isLast: true, share: 0.36 },
    ],
  },
  {
    postKey: 'rice-jasmine-accra',
    requirements: {
      quantity: 1_000,
      unit: 't',
      targetPrice: 530,
      targetCurrency: 'USD',
      neededInDays: 50,
      deadlineInHours: 5 * HOURS,
      incoterm: 'CIF',
    },
    quotes: [
      { supplier: 'nongsan.saigon', price: '0.545 USD/kg', quantity: '250 t', deliveryTime: '30 days' },
      {
        supplier: 'bob',
        price: '13,900,000 VND/t',
        quantity: '300 t',
        deliveryTime: '28 days',
        first: { price: '14,400,000 VND/t' },
      },
      { supplier: 'siam-packaging', price: '538 USD/t', quantity: '500 t', deliveryTime: '35 days' },
      { supplier: 'maas-coldchain', price: '0.49 EUR/kg', quantity: '100 t', deliveryTime: '5 weeks' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'siam-packaging', share: 0.3 },
      { act: 'revise', supplier: 'bob', share: 0.2 },
    ],
    questions: [
      {
        asker: 'siam-packaging',
        question: 'Do the 5 kg bags come with your artwork, and how many colours does it have?',
        share: 0.75,
        answer: { text: 'With our artwork in four colours; we send the file with the order.', share: 0.72 },
      },
    ],
  },
  {
    postKey: 'cnc-aluminium-brackets',
    requirements: {
      quantity: 4_000,
      unit: 'set',
      neededInDays: 60,
      deadlineInHours: 8 * HOURS,
      incoterm: 'FCA',
      document: 'Bracket-set-12-drawings.pdf',
    },
    quotes: [
      { supplier: 'penang.precision', price: '64.5 USD/set', quantity: '330 sets', deliveryTime: '6 weeks' },
      { supplier: 'hanse-stahl', price: '58.9 EUR/set', quantity: '330 sets', deliveryTime: '5 weeks' },
      { supplier: 'kansai-seiki', price: '9,800 JPY/set', quantity: '500 sets', deliveryTime: '7 weeks' },
      { supplier: 'greatlakes-mro', price: '71 USD/set', quantity: '200 sets', deliveryTime: '4 weeks' },
    ],
    acts: [
      { act: 'decline', supplier: 'greatlakes-mro', reason: 'The price is too high', share: 0.3 },
      { act: 'reopen', supplier: 'greatlakes-mro', share: 0.2 },
      { act: 'shortlist', supplier: 'hanse-stahl', share: 0.15 },
    ],
  },
  {
    postKey: 'glass-jars-honey',
    requirements: { quantity: 300_000, unit: 'set', neededInDays: 55, deadlineInHours: 12 * HOURS, incoterm: 'CIF' },
    quotes: [
      { supplier: 'siam-packaging', price: '0.33 USD/set', quantity: '60,000 sets', deliveryTime: '45 days' },
      { supplier: 'bob', price: '8,300 VND/set', quantity: '80,000 sets', deliveryTime: '48 days' },
      { supplier: 'hanse-stahl', price: '0.29 EUR/set', quantity: '50,000 sets', deliveryTime: '6 weeks' },
      { supplier: 'greatlakes-mro', price: '0.36 USD/set', quantity: '30,000 sets', deliveryTime: '3 weeks' },
    ],
    acts: [],
  },
  {
    postKey: 'combed-yarn-ne30',
    requirements: { quantity: 180, unit: 't', targetPrice: 3.3, targetCurrency: 'USD', incoterm: 'CFR' },
    quotes: [
      { supplier: 'bob', price: '87,500 VND/kg', quantity: '20 t', deliveryTime: '30 days' },
      { supplier: 'nile-cotton', price: '3,290 USD/t', quantity: '20 t', deliveryTime: '35 days', validDays: 90 },
      { supplier: 'anadolu.tekstil', price: '3.05 EUR/kg', quantity: '10 t', deliveryTime: '28 days' },
      { supplier: 'lotus.garment', price: '3.42 USD/kg', quantity: '15 t', deliveryTime: '32 days' },
    ],
    acts: [
      { act: 'shortlist', supplier: 'nile-cotton', share: 0.45 },
      { act: 'accept', supplier: 'nile-cotton', isLast: true, share: 0.4 },
    ],
  },
  {
    postKey: 'hotel-towels-600gsm',
    requirements: {
      quantity: 42_000,
      unit: 'piece',
      targetPrice: 4,
      targetCurrency: 'USD',
      neededInDays: 70,
      deadlineInHours: -1 * HOURS,
      incoterm: 'CIF',
    },
    quotes: [
      { supplier: 'dhaka-knit', price: '4.15 USD/piece', quantity: '5,000 pieces', deliveryTime: '50 days' },
      { supplier: 'anadolu.tekstil', price: '3.62 EUR/piece', quantity: '3,000 pieces', deliveryTime: '6 weeks' },
      { supplier: 'bob', price: '104,000 VND/piece', quantity: '4,000 pieces', deliveryTime: '45 days' },
      { supplier: 'lotus.garment', price: '47.5 USD/dozen', quantity: '500 dozen', deliveryTime: '48 days' },
      { supplier: 'nile-cotton', price: '3.7 EUR/piece', quantity: '5,000 pieces', deliveryTime: '7 weeks' },
    ],
    acts: [
      { act: 'withdraw', supplier: 'dhaka-knit', share: 0.3 },
      { act: 'shortlist', supplier: 'anadolu.tekstil', share: 0.2 },
    ],
  },
  {
    postKey: 'school-desks-nairobi',
    requirements: { quantity: 1_350, unit: 'desk', targetPrice: 42, targetCurrency: 'USD', incoterm: 'DAP' },
    quotes: [
      { supplier: 'najd.medical', price: '46.5 USD/desk', quantity: '200 desks', deliveryTime: '6 weeks' },
      { supplier: 'meble-wisla', price: '38 EUR/desk', quantity: '300 desks', deliveryTime: '7 weeks' },
      { supplier: 'brightpath.sz', price: '305 CNY/desk', quantity: '500 desks', deliveryTime: '60 days' },
      { supplier: 'lioncity-systems', price: '49 USD/desk', quantity: '100 desks', deliveryTime: '5 weeks' },
    ],
    acts: [{ act: 'close', reason: 'no_need', share: 0.3 }],
  },
  {
    postKey: 'stainless-tubes-food',
    requirements: { quantity: 6_800, unit: 'm', neededInDays: 80, deadlineInHours: 6 * HOURS, incoterm: 'DAP' },
    quotes: [
      { supplier: 'ceramica.emiliana', price: '14.6 EUR/m', quantity: '1,000 m', deliveryTime: '5-6 weeks' },
      { supplier: 'penang.precision', price: '16.9 USD/m', quantity: '2,000 m', deliveryTime: '8 weeks' },
      { supplier: 'greatlakes-mro', price: '5.1 USD/ft', quantity: '3,000 ft', deliveryTime: '7 weeks' },
      { supplier: 'kansai-seiki', price: '2,520 JPY/m', quantity: '1,000 m', deliveryTime: '9 weeks' },
    ],
    acts: [],
  },
];
