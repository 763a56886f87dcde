import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import type { LegalDocument } from '@/shared/ui/legal-page/legal-page.tsx';

/** The privacy policy in English, the binding version. */
export const ENGLISH_PRIVACY: LegalDocument = {
  locale: 'en',
  title: 'Privacy Policy',
  intro: <p>What this marketplace knows about you, why, for how long, and what you can do about it.</p>,
  sections: [
    {
      id: 'responsible',
      title: 'Who is responsible',
      body: (
        <p>
          The operator of this marketplace is responsible for your data. You reach us through the{' '}
          <Anchor component={Link} to={paths.feedback}>
            feedback form
          </Anchor>
          .
        </p>
      ),
    },
    {
      id: 'data',
      title: 'What we keep, and who sees it',
      body: (
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Data</th>
              <th scope="col">Who sees it</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Public profile</th>
              <td>Username, picture, country, company name, description, member since</td>
              <td>Everybody; your rating only signed-in users</td>
            </tr>
            <tr>
              <th scope="row">Account</th>
              <td>
                Email, first and last name, phone number, address, organization, tax code, role, suspension, language,
                accepted terms and when
              </td>
              <td>
                You and administrators; email, name, phone number, address, organization and tax code also the other
                party of an accepted quote
              </td>
            </tr>
            <tr>
              <th scope="row">Password</th>
              <td>Only a salted hash, never the password itself</td>
              <td>Nobody</td>
            </tr>
            <tr>
              <th scope="row">Purchase requests</th>
              <td>
                Title, description, category, country, area, delivery address, port, pictures, times, number of likes
                and quotes
              </td>
              <td>Everybody; a hidden one only you and administrators</td>
            </tr>
            <tr>
              <th scope="row">Quotes</th>
              <td>All fields of the quote, attached documents, organization and tax code if you quote for one</td>
              <td>You and the buyer</td>
            </tr>
            <tr>
              <th scope="row">Messages</th>
              <td>Text, attachments, when sent, changed, deleted and read; the text of a deleted message is gone</td>
              <td>You and the other party of the quote</td>
            </tr>
            <tr>
              <th scope="row">Likes</th>
              <td>Which requests you like</td>
              <td>You; everybody sees only the number</td>
            </tr>
            <tr>
              <th scope="row">Reviews</th>
              <td>Stars, comment, reply, who wrote it about whom, when</td>
              <td>Signed-in users; a hidden one only the two of you and administrators</td>
            </tr>
            <tr>
              <th scope="row">Notifications</th>
              <td>Text, what it is about, whether you read it</td>
              <td>You</td>
            </tr>
            <tr>
              <th scope="row">Feedback</th>
              <td>
                Category, subject, message, pictures, your email, the page it was sent from, the kind of browser, our
                notes and answers
              </td>
              <td>Administrators</td>
            </tr>
            <tr>
              <th scope="row">News and events</th>
              <td>What we publish, and which administrator wrote it</td>
              <td>Everybody; the author only administrators</td>
            </tr>
            <tr>
              <th scope="row">Mails</th>
              <td>
                Address, kind of mail, what it is about, when it was sent and whether it arrived; which mails you do not
                want
              </td>
              <td>Administrators, with the address masked</td>
            </tr>
            <tr>
              <th scope="row">Content filter</th>
              <td>
                Which rule a text met, where, and of a flagged text, or a public one that a rule on trial met, at most
                60 characters around the first place; of a refused text only that it was refused; of a masked one its
                original, which nobody reads
              </td>
              <td>Administrators; each look at words from a quote or a message is recorded</td>
            </tr>
            <tr>
              <th scope="row">Record of administrators</th>
              <td>What an administrator did to which account or content, when, and how it was before and after</td>
              <td>Administrators; nobody can change it</td>
            </tr>
            <tr>
              <th scope="row">Protection against misuse</th>
              <td>How often an account, an email address or a network address did something that is limited</td>
              <td>Nobody; only the rules use it</td>
            </tr>
            <tr>
              <th scope="row">Places of sign-ins</th>
              <td>From which networks and with which browsers you signed in, to find accounts of one person</td>
              <td>Administrators, as a list of accounts that share one; nobody sees the network</td>
            </tr>
            <tr>
              <th scope="row">Searches without a result</th>
              <td>What was searched and how often on a day, not who searched; no addresses or numbers</td>
              <td>Administrators</td>
            </tr>
            <tr>
              <th scope="row">Visits without an account</th>
              <td>A random number for the browser session, the first page opened, the page you came from</td>
              <td>Administrators, as counts</td>
            </tr>
          </tbody>
        </table>
      ),
    },
    {
      id: 'purposes',
      title: 'What we use it for',
      body: (
        <ul>
          <li>
            to run the marketplace for you: your account, requests, quotes, messages and notifications (our contract
            with you);
          </li>
          <li>
            to send you the mails that your account needs, and those about your deals until you end them (our contract
            with you);
          </li>
          <li>
            to protect it: limits on how often something may be done, a filter that reads what is written, moderation,
            and a record of what administrators do (our legitimate interest);
          </li>
          <li>to answer your feedback (our legitimate interest, or your request);</li>
          <li>to prove which terms you accepted and when (our legitimate interest);</li>
          <li>
            to understand how many people visit it, which pages bring them here and what they do not find (our
            legitimate interest);
          </li>
          <li>
            to measure whether advertising leads to registrations, requests and quotes, only where the operator has put
            an advertising tag on the page (your consent).
          </li>
        </ul>
      ),
    },
    {
      id: 'browser-storage',
      title: 'Cookies and storage in your browser',
      body: (
        <>
          <p>The marketplace keeps only what it needs to work:</p>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Where</th>
                <th scope="col">How long</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Your session</th>
                <td>Local storage with “Remember me”, else session storage</td>
                <td>Until you log out, or until the browser is closed</td>
              </tr>
              <tr>
                <th scope="row">A copy of your public profile with organization and tax code, to fill in quotes</th>
                <td>Local storage</td>
                <td>Until you log out</td>
              </tr>
              <tr>
                <th scope="row">What a notification should show you</th>
                <td>Local storage</td>
                <td>Until it was shown, or until you log out</td>
              </tr>
              <tr>
                <th scope="row">Drafts of requests and quotes</th>
                <td>Local storage</td>
                <td>Until they are sent</td>
              </tr>
              <tr>
                <th scope="row">Language, light or dark look, and whether lists are cards, lines or a table</th>
                <td>Local storage</td>
                <td>Until you change it</td>
              </tr>
              <tr>
                <th scope="row">Random number of a visit, and that it was counted</th>
                <td>Session storage</td>
                <td>Until the browser is closed</td>
              </tr>
              <tr>
                <th scope="row">How far down a page you were, so that it opens there when you come back</th>
                <td>Session storage</td>
                <td>Until the browser is closed</td>
              </tr>
              <tr>
                <th scope="row">What you asked for before you logged in, so that it opens afterwards</th>
                <td>Local storage</td>
                <td>Until it was opened, or given up; half an hour at most</td>
              </tr>
              <tr>
                <th scope="row">The address that waits for its verification</th>
                <td>Session storage, with the time of the last code</td>
                <td>Until it is verified, or until the browser is closed</td>
              </tr>
              <tr>
                <th scope="row">Session cookies of programs that use our interface</th>
                <td>Cookies that scripts cannot read</td>
                <td>Until log-out, or as “Remember me” says</td>
              </tr>
            </tbody>
          </table>
          <p>Fonts and scripts come from the marketplace itself, not from other servers.</p>
        </>
      ),
    },
    {
      id: 'processors',
      title: 'Who helps us',
      body: (
        <ul>
          <li>the provider of the database, sign-in and file storage, where everything named above is kept;</li>
          <li>
            the provider of the servers that deliver the pages, which sees the network address that your browser comes
            from;
          </li>
          <li>the provider that delivers our mails, which learns your email address and the mail;</li>
          <li>
            an external identity provider, only if you choose to sign in with it: it tells us your email address, name
            and picture.
          </li>
        </ul>
      ),
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      body: (
        <ul>
          <li>your account and what you publish: until you delete it or end your account;</li>
          <li>
            quotes on a deleted request, and the messages on them: they stay with both parties, with the title of the
            request; of an account that is deleted, the terms of quotes, the text of messages and reviews stay with
            their readers, without name, company, address and files;
          </li>
          <li>
            pictures, documents and files of messages: until what they belong to, or the account that they came from, is
            deleted, and a day more at most;
          </li>
          <li>notifications: 90 days;</li>
          <li>visits without an account, searches without a result, and places of sign-ins: 90 days;</li>
          <li>the delivery log of mails, and what the content filter found: 30 days;</li>
          <li>feedback: until we have dealt with it and delete it;</li>
          <li>counts that protect against misuse: a few days at most;</li>
          <li>answers to repeated calls of programs: 24 hours;</li>
          <li>the record of what administrators did: 2 years.</li>
        </ul>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights, and how to use them',
      body: (
        <>
          <p>
            You may see your data, correct it, have it deleted or handed over in a common format, and object to its use
            or restrict it. What you may withdraw, such as a consent, you may withdraw at any time for the future.
          </p>
          <p>
            Much of it you do yourself on your profile and your posts. For everything else write to us through the{' '}
            <Anchor component={Link} to={paths.feedback}>
              feedback form
            </Anchor>{' '}
            from the email address of your account; we answer within one month. You may also complain to the data
            protection authority of your country.
          </p>
        </>
      ),
    },
    {
      id: 'security',
      title: 'How we protect it',
      body: (
        <p>
          Connections are encrypted. The database itself decides for every row who may read or change it. Documents of
          quotes and messages are in a private store and are opened by links that end after a short time. Passwords are
          stored only as hashes. Changing a password by mail ends every session, and you get a mail about it.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          When we keep other data or use it otherwise, this page changes and gets a new date. When you have an account,
          a notice on every page tells you so until you have accepted the new version.
        </p>
      ),
    },
  ],
};
