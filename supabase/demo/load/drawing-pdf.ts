import { demoAccounts } from '../data/accounts.ts';
import type { DemoPost, DemoRequirements } from '../data/posts.ts';
import type { PdfPage } from './pdf.ts';

/** The document of a request: its requirements, in the rows of a drawing's title block. */
export function drawingPageOf(post: DemoPost, requirements: DemoRequirements): PdfPage {
  const buyer = demoAccounts.find(({ username }) => username === post.buyer);
  if (!buyer) throw new Error(`Post ${post.key} has no buyer`);
  return {
    sender: buyer.companyName,
    senderDetails: `${buyer.address}  |  ${buyer.phoneNumber}`,
    heading: (requirements.document ?? '').replace(/\.pdf$/, ''),
    rows: [
      ['Request', post.title],
      ['Quantity', `${requirements.quantity} ${requirements.unit}`],
      ['Tolerances', 'ISO 2768-mK unless noted'],
      ['Delivery', post.deliveryAddress],
    ],
    closing: post.description,
  };
}
