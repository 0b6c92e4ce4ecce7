// Exports of other programmes as they document their columns: many rows, some of them bad, and the expected results.
import type { ExportFile } from '../../services/src/operating/ops/programme-rows.ts';
import { SeededRandom } from '../../services/src/operating/demo/chance.ts';

export type Rival = 'rewardful' | 'firstpromoter' | 'tapfiliate';
type Cells = (string | number)[];

interface Layout {
  affiliates: { names: string; row: (a: Person, balance: string) => Cells };
  sales: { names: string; row: (s: Sale) => Cells };
  payouts: { names: string; row: (p: Paid) => Cells };
  states: { counts: string; leftOut: string };
  files: [affiliates: string, sales: string, payouts: string];
}
interface Person {
  n: number;
  id: string;
  email: string;
  code: string;
}
interface Sale {
  id: string;
  who: Person;
  amount: string;
  commission: string;
  at: string;
  state: string;
  currency: string;
}
type Paid = Pick<Sale, 'id' | 'who' | 'amount' | 'at' | 'currency'>;

export const layouts: Record<Rival, Layout> = {
  rewardful: {
    affiliates: {
      names: 'ID,First Name,Last Name,Email,Token,PayPal Email,State,Unpaid Commissions,Visitors,Leads,Conversions',
      row: ({ id, n, email, code }, balance) => [id, `Name${n}`, 'O’Hara, "Jo"', email, code, email, 'active', balance, 376, 142, 56],
    },
    sales: {
      names: 'ID,Created At,Affiliate Email,Amount,Currency,State,Due At,Paid At,Sale Amount,Campaign',
      row: ({ id, at, who, commission, currency, state, amount }) => [
        id,
        at,
        who.email,
        commission,
        currency,
        state,
        at,
        '',
        amount,
        'Friends, and family',
      ],
    },
    payouts: {
      names: 'ID,Affiliate Email,Amount,Currency,State,Paid At',
      row: ({ id, who, amount, currency, at }) => [id, who.email, amount, currency, 'paid', at],
    },
    states: { counts: 'due', leftOut: 'voided' },
    files: ['affiliates.csv', 'commissions.csv', 'payouts.csv'],
  },
  firstpromoter: {
    affiliates: {
      names: 'id,status,email,first_name,last_name,default_ref_id,earnings_balance,current_balance,paid_balance,created_at',
      row: ({ id, n, email, code }, balance) => [
        id,
        'approved',
        email,
        `Name${n}`,
        'Jo',
        code,
        '',
        balance,
        '',
        '2024-09-11T14:20:50.403Z',
      ],
    },
    sales: {
      names: 'id,status,amount,currency,promoter_id,referral_id,sale_amount,is_self_referral,created_at',
      row: ({ id, state, commission, currency, who, amount, at }) => [
        id,
        state,
        commission,
        currency,
        who.id,
        `r${id}`,
        amount,
        'false',
        at,
      ],
    },
    payouts: {
      names: 'id,promoter_email,amount,currency,status,paid_at',
      row: ({ id, who, amount, currency, at }) => [id, who.email, amount, currency, 'paid', at],
    },
    states: { counts: 'approved', leftOut: 'denied' },
    files: ['promoters.csv', 'commissions.csv', 'payouts.csv'],
  },
  tapfiliate: {
    affiliates: {
      names: 'id,firstname,lastname,email,referral_code,balance',
      row: ({ id, n, email, code }, balance) => [id, `Name${n}`, 'Jo', email, code, balance],
    },
    sales: {
      names:
        'external_id,amount,created_at,affiliate_email,program,currency,customer_id,commission_status,commission_type,commission_amount,referrer',
      row: ({ id, amount, at, who, currency, state, commission }) => [
        id,
        amount,
        at,
        who.email,
        'main',
        currency,
        `cus-${id}`,
        state,
        'standard',
        commission,
        'https://forum.example/?a=1,2',
      ],
    },
    payouts: {
      names: 'id,affiliate_email,amount,currency,paid_at',
      row: ({ id, who, amount, currency, at }) => [id, who.email, amount, currency, at],
    },
    states: { counts: 'approved', leftOut: 'disapproved' },
    files: ['affiliates.csv', 'conversions.csv', 'payments.csv'],
  },
};

const cell = (value: string | number): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
const csv = (names: string, rows: readonly (Cells | string)[]): string =>
  [names, ...rows.map((row) => (typeof row === 'string' ? row : row.map(cell).join(',')))].join('\r\n');
const money = (cents: number): string => (cents / 100).toFixed(2);

export interface MadeExport {
  files: ExportFile[];
  rows: number;
  bad: number;
  leftOut: number;
  /** The expected balance of each address, cents: what the export says is owed. */
  balances: Map<string, number>;
}

/** Exactly that many rows, of which that many cannot be read, each for a different reason. */
export function makeExport(rival: Rival, rows = 10_000, bad = 200, people = 300): MadeExport {
  const chance = new SeededRandom(rival.length);
  const layout = layouts[rival];
  const { counts, leftOut: leftOutState } = layout.states;
  const persons = Array.from({ length: people }, (_, n): Person => ({
    n,
    id: `af-${n}`,
    email: `${rival}.${n}@mail.example`,
    code: `${rival}${n}`,
  }));
  const balances = new Map(persons.map(({ email }) => [email, 0]));
  const move = ({ email }: Person, cents: number) => balances.set(email, balances.get(email)! + cents);
  const at = () => new Date(Date.parse('2024-01-01T00:00:00Z') + chance.whole(0, 500 * 86_400) * 1000).toISOString();
  const sale = (n: number, more: Partial<Sale> = {}): Sale => {
    const cents = chance.whole(100, 90_000);
    return {
      id: `s-${n}`,
      who: chance.pick(persons),
      amount: money(cents),
      commission: money(Math.floor(cents / 5)),
      at: at(),
      state: counts,
      currency: 'EUR',
      ...more,
    };
  };
  /** Reasons why a row cannot be read. */
  const spoilt: ((n: number) => Cells | string)[] = [
    (n) => layout.sales.row(sale(n, { commission: 'abc' })),
    (n) => layout.sales.row(sale(n, { amount: '' })),
    (n) => layout.sales.row(sale(n, { at: '31.02.2024' })),
    (n) => layout.sales.row(sale(n, { at: '2024-02-31' })),
    (n) => layout.sales.row(sale(n, { currency: 'USD' })),
    (n) => layout.sales.row(sale(n, { state: 'constructor' })),
    (n) => layout.sales.row(sale(n, { who: { n, id: 'af-nobody', email: 'nobody', code: '' } })),
    (n) => layout.sales.row(sale(n, { commission: '-5.00' })),
    (n) => layout.sales.row(sale(n, { amount: '1.00', commission: '2.00' })),
    (n) => layout.sales.row(sale(n, { commission: '1.234' })),
    () => 'only,three,cells',
    () => layout.sales.row(sale(0)),
  ];
  const sales: (Cells | string)[] = [];
  const payouts: Cells[] = [];
  let leftOut = 0;
  const payoutRows = Math.floor(rows / 20);
  const saleRows = rows - people - payoutRows;
  for (let n = 0; n < saleRows; n++) {
    if (n >= saleRows - bad) {
      sales.push(spoilt[n % spoilt.length]!(n));
    } else if (n % 50 === 49) {
      leftOut++;
      sales.push(layout.sales.row(sale(n, { state: leftOutState })));
    } else {
      const one = sale(n);
      move(one.who, Math.round(Number(one.commission) * 100));
      sales.push(layout.sales.row(one));
    }
  }
  for (let n = 0; n < payoutRows; n++) {
    const who = chance.pick(persons);
    const cents = Math.max(1, Math.floor(balances.get(who.email)! / 3));
    move(who, -cents);
    payouts.push(layout.payouts.row({ id: `p-${n}`, who, amount: money(cents), at: at(), currency: 'EUR' }));
  }
  // Some are owed more than the rows add up to, as exports have a start.
  const affiliates = persons.map((person) => {
    if (person.n % 10 === 3) move(person, 12_34);
    return layout.affiliates.row(person, money(Math.max(0, balances.get(person.email)!)));
  });
  const texts = [csv(layout.affiliates.names, affiliates), csv(layout.sales.names, sales), csv(layout.payouts.names, payouts)];
  return { files: layout.files.map((name, i) => ({ name, text: texts[i]! })), rows, bad, leftOut, balances };
}
