/** The demo data in letters that no language of the product has: whatever else is read on a page are words of the product. */
import { demoAccounts } from '../../../supabase/demo/data/accounts.ts';
import { loadDemoData } from '../../../supabase/demo/load-demo.ts';
import type { World } from '../../../supabase/tests/support/world.ts';
import { VIETNAMESE } from './vietnamese.ts';

const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CYRILLIC = 'абцдефгхижклмнопярстувшэызАБЦДЕФГХИЖКЛМНОПЯРСТУВШЭЫЗ';

/** Texts that are often of one word. */
const ALWAYS =
  /^(?:title|area|.*port|.*address|company_?name|first_?name|last_?name|name|organization|tax_?code|subject|location|source|.*_method|delivery_(?:from|to))$/i;
/** Texts that the marketplace reads as numbers, times or codes. */
const NEVER = /^(?:.*_at|delivery_time|.*_text|email|username|id|data|.*_type)$/i;
const TYPED = /^(?:delivery_time|unit|.*_text)$/;

/** What the demo names as the source of its exchange rates. */
const SOURCE = 'Demo';

/** What somebody wrote, in Cyrillic letters. The ending of a file's name stays. */
const masked = (text: string): string =>
  text.replace(/\.[a-z]{3,4}$|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : (CYRILLIC[LATIN.indexOf(found)] ?? found),
  );

/** Fills the marketplace with the demo data, masked and without files. Answers the texts of people that stay in Latin letters. */
export async function loadMaskedDemo(world: World): Promise<Set<string>> {
  const typed = new Set<string>();

  function maskedValue(key: string, value: unknown): unknown {
    if (typeof value === 'string') {
      if (TYPED.test(key)) {
        typed.add(value);
        // Amounts are shown with the signs of the reader's numbers.
        typed.add(value.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')));
        // Also the unit of a price, such as the plant of "42 USD/plant", when it is none of the product's.
        const unit = value.split('/')[1];
        if (unit && !(unit in VIETNAMESE.texts) && !(unit in VIETNAMESE.messages)) typed.add(unit);
      }
      return ALWAYS.test(key) || (!NEVER.test(key) && /\s/.test(value)) ? masked(value) : value;
    }
    if (Array.isArray(value)) return value.map((each) => maskedValue(key, each));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskedValue(name, each)]));
  }
  const maskedRecords = (json: string) => JSON.stringify(maskedValue('', JSON.parse(json)));
  /** Records come to the database as JSON, single values as they are. */
  const maskedParameter = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return /^[[{]/.test(value) ? maskedRecords(value) : maskedValue('', value);
  };
  /** Records may also stand in a statement, between dollar quotes. */
  const maskedStatement = (text: string): string =>
    text.replace(/(\$acts\$)(.+)\1/s, (_, quote: string, json: string) => quote + maskedRecords(json) + quote);

  await loadDemoData({
    sql: (text, params = []) => world.sql(maskedStatement(text), params.map(maskedParameter)),
    putObject: () => Promise.resolve(),
  });
  const usernames = demoAccounts.map(({ username }) => username);
  return new Set([...typed, ...usernames, SOURCE]);
}
