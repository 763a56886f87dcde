export interface DemoHiding {
  postKey: string;
  /** The owner of the post, or the admin who hid it for a violation. */
  by: 'owner' | 'adam';
  reason: string | null;
}

/** Hidden posts, which only their owner and the admins see. */
export const demoHidings: readonly DemoHiding[] = [
  { postKey: 'tin-cans-olive-oil', by: 'owner', reason: 'Supplier found, thank you for all quotes.' },
  { postKey: 'belt-conveyor-grain', by: 'owner', reason: null },
  { postKey: 'stoneware-mugs-retail', by: 'owner', reason: 'On hold until the spring budget is approved.' },
  {
    postKey: 'market-entry-peru',
    by: 'adam',
    reason: 'Asks for a representative on commission: that is a job advertisement, not a purchase request.',
  },
  {
    postKey: 'fulfilment-center-ca',
    by: 'adam',
    reason: 'The delivery address is not clear. Please name the city, then we show the request again.',
  },
  {
    postKey: 'power-supplies-din',
    by: 'adam',
    reason: 'Reported as a duplicate of an older request. Please keep one of the two.',
  },
];
