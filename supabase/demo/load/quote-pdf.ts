import { demoAccounts } from '../data/accounts.ts';
import type { PdfPage } from './pdf.ts';
import { demoPosts } from '../data/posts.ts';
import type { DemoQuote } from '../data/quotes.ts';

/** The PDF that a supplier attaches to a quote, with the facts of the quote. */
export function quotePageOf(quote: DemoQuote): PdfPage {
  const supplier = demoAccounts.find(({ username }) => username === quote.supplier);
  const post = demoPosts.find(({ key }) => key === quote.postKey);
  if (!supplier || !post) throw new Error(`Quote ${quote.clientId} has no supplier or no post`);
  const buyer = demoAccounts.find(({ username }) => username === post.buyer);
  return {
    sender: supplier.organization ?? supplier.companyName,
    senderDetails: `${supplier.address}  |  ${supplier.phoneNumber}  |  Tax code ${supplier.taxCode ?? '-'}`,
    heading: `Quotation Q-${quote.clientId.slice(0, 8).toUpperCase()}`,
    rows: [
      ['For', buyer?.companyName ?? post.buyer],
      ['Request', post.title],
      ['Price', quote.price],
      ['Minimum quantity', quote.quantity],
      ['Payment', quote.paymentMethod],
      ['Shipping', quote.shippingMethod],
      ['Delivery time', quote.deliveryTime],
      ['From', quote.deliveryFrom],
      ['To', quote.deliveryTo],
    ],
    closing: `${quote.description || 'We confirm that our offer meets your description.'} This offer is valid for 30 days and subject to our general terms of sale. Contact: ${supplier.firstName} ${supplier.lastName}.`,
  };
}
