import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { QUOTE_WAIT_DAYS } from '@domain/limits.ts';
import { paths } from '@/shared/paths.ts';
import type { LegalDocument } from '@/shared/ui/legal-page/legal-page.tsx';

/** The terms of use in English, the binding version. */
export const ENGLISH_TERMS: LegalDocument = {
  locale: 'en',
  title: 'Terms of Use',
  intro: (
    <p>
      These terms are the agreement between you and the operator of this marketplace. They say what you can expect from
      it, and what it and its users expect from you.
    </p>
  ),
  sections: [
    {
      id: 'who-may-use-it',
      title: 'Who may use the marketplace',
      body: (
        <>
          <p>
            The marketplace is made for trade between businesses. You may use it if you act for a company, an
            institution or your own trade, are at least 18 years old and may enter into contracts. Anybody may browse
            and search purchase requests without an account; posting, quoting, liking, reviewing and sending messages
            need one.
          </p>
          <p>
            Give true details when you register and keep them up to date. One person has one account. You answer for
            what is done with your account: choose a password that you use nowhere else, and tell us at once if somebody
            else may know it.
          </p>
        </>
      ),
    },
    {
      id: 'purchase-requests',
      title: 'Purchase requests',
      body: (
        <>
          <p>A purchase request says what you really intend to buy. It must</p>
          <ul>
            <li>describe goods or services that you need, in the category where suppliers look for them;</li>
            <li>name the country and the address to which they are to be delivered;</li>
            <li>be published once: do not repeat the same request to move it up;</li>
            <li>contain only pictures that you may publish.</li>
          </ul>
          <p>
            You may edit, hide and delete your own requests at any time. Deleting is permanent. Quotes that you received
            stay with the suppliers who wrote them, together with the title of the request.
          </p>
        </>
      ),
    },
    {
      id: 'quotes',
      title: 'Quotes',
      body: (
        <>
          <p>
            A quote is an offer to the buyer of one request. Only the buyer and you can read it. Quote only what you can
            deliver, at the price, quantity and delivery time that you name.
          </p>
          <ul>
            <li>You cannot quote on your own request.</li>
            <li>You can send one quote on a request every {QUOTE_WAIT_DAYS} days.</li>
            <li>
              Contact details such as email addresses do not belong in the fields of a quote; there are messages for
              talking to each other.
            </li>
            <li>Whoever quotes for an organization states its name and tax code, and must be allowed to act for it.</li>
            <li>Attached documents must be yours to share and free of harmful code.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'messages',
      title: 'Messages',
      body: (
        <>
          <p>
            Buyer and supplier of a quote can write to each other about it, and send files. Only the two of you can read
            what you write. You may change or delete a message for a short time after sending it; a deleted message
            stays visible as deleted.
          </p>
          <p>
            Write about the deal and nothing else: no advertising, no requests to pay before anything is agreed, no
            insults.
          </p>
        </>
      ),
    },
    {
      id: 'not-allowed',
      title: 'What is not allowed',
      body: (
        <ul>
          <li>
            goods and services that are illegal where they are offered, asked for or delivered; stolen goods;
            counterfeits;
          </li>
          <li>weapons, drugs, and goods under sanctions or export control without the licence they need;</li>
          <li>false, misleading or insulting content, and content that breaks the rights of others;</li>
          <li>advertising that answers no request, chain letters and requests for payment in advance of a deal;</li>
          <li>
            collecting data of other users, or reading the marketplace by machine beyond what its interface allows;
          </li>
          <li>attempts to get around limits, bans or technical protection.</li>
        </ul>
      ),
    },
    {
      id: 'deals',
      title: 'Deals are between you and the other party',
      body: (
        <p>
          The marketplace brings buyers and suppliers together. It is not a party to their deals, does not check offers,
          handle payments or deliveries, and gives no guarantee for them. Check whom you deal with, agree in writing,
          and keep the taxes, customs rules and laws that apply to your trade.
        </p>
      ),
    },
    {
      id: 'reviews',
      title: 'Likes, reviews and ratings',
      body: (
        <p>
          A review tells of your own experience with the person reviewed. You may write one review for each person,
          never for yourself, and change or delete it for 30 days. Who is reviewed may answer once. “Exchanged a quote”
          says that there was a quote between the two, “Verified deal” that it was accepted. Buying, selling or trading
          reviews is not allowed. Ratings are the plain average of the reviews that a person received and that are not
          hidden.
        </p>
      ),
    },
    {
      id: 'moderation',
      title: 'Moderation and appeal',
      body: (
        <>
          <p>
            A filter looks through what is written: requests, quotes, messages, reviews and profiles. It may refuse a
            text, cover a part of it such as a telephone number, or mark it so that a person looks at it. Nobody is
            suspended by the filter alone.
          </p>
          <p>
            We may hide content that breaks these terms. The owner sees that it is hidden and why, and cannot show it
            again by himself. If you think that this was a mistake, write to us through the{' '}
            <Anchor component={Link} to={paths.feedback}>
              feedback form
            </Anchor>{' '}
            within 30 days and say which content you mean. A person who did not make the first decision looks at it
            again and answers you.
          </p>
          <p>Use the same form to report content that should not be here.</p>
        </>
      ),
    },
    {
      id: 'suspension',
      title: 'Suspension and end of an account',
      body: (
        <p>
          We may suspend an account for a time, or for good when the breach is serious or repeated. You learn the reason
          by mail and can appeal as described above. What administrators do to accounts and content is recorded. You may
          end your account at any time; what then happens to your data is in the{' '}
          <Anchor component={Link} to={paths.privacy}>
            privacy policy
          </Anchor>
          .
        </p>
      ),
    },
    {
      id: 'mails',
      title: 'Notifications and mails',
      body: (
        <p>
          We tell you on the marketplace, and some of it by mail, what happens to your requests, quotes, messages and
          reviews. Mails that are not needed for your account or a decision about it carry a link that ends them. You
          may call the marketplace from programs of your own, within the limits that its interface states.
        </p>
      ),
    },
    {
      id: 'your-content',
      title: 'Your content',
      body: (
        <p>
          What you publish stays yours. You allow us to store it, to show it to those it is meant for and to make
          smaller copies of pictures, for as long as it is on the marketplace and only to run the marketplace.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Availability and liability',
      body: (
        <>
          <p>
            We work to keep the marketplace available and your data safe, but cannot promise that it is always free of
            interruptions and errors.
          </p>
          <p>
            We are liable without limit for intent and gross negligence and for harm to life, body or health. For slight
            negligence we are liable only where an essential duty is broken, and then for the foreseeable damage that is
            typical for such a contract. Rights that the law gives you and that cannot be excluded stay untouched.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: (
        <p>
          We may change these terms when the product or the law changes. Every version carries its date. When you have
          an account, a notice on every page asks you to read and accept the new version; which version you accepted,
          and when, is stored with your account. If you do not agree with a new version, you may end your account.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about these terms reach us through the{' '}
          <Anchor component={Link} to={paths.feedback}>
            feedback form
          </Anchor>
          , with or without an account. If one of these rules is not valid, the others still are.
        </p>
      ),
    },
  ],
};
