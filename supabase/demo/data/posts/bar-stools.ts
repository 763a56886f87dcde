import type { DemoPost } from '../types.ts';

/** A request of anna's that awaits her decision. */
export const barStools: DemoPost = {
  key: 'oak-bar-stools',
  buyer: 'anna',
  title: 'Solid oak bar stools with brass footrest, FSC, 2,400 pieces for 14 stores',
  description:
    'Bar stool in solid European or white oak, seat height 65 and 75 cm in equal parts, hard-wax oil, solid brass footrest, load tested to EN 16139 L2, weight under 7.5 kg. Assembled, one per carton, drop test ISTA 3A. FSC 100 % or Mix with chain of custody. The drawing has all dimensions; one sample per height before the order. 800 pieces each to Gothenburg in three deliveries, the last one may go to Oslo. Please quote per piece, cartons included.',
  category: 'furniture',
  country: 'se',
  area: 'Gothenburg',
  deliveryAddress: 'Exportgatan 38, 422 46 Hisings Backa',
  port: 'Gothenburg',
  offer: { price: 55, per: 'piece', minimum: '400 pieces', leadTime: '9 weeks' },
};
