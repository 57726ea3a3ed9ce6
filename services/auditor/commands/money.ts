// Commands about money.

import { KINDS } from '../book/book.ts'
import type { CommandSpec } from './command.ts'
import { AS_OF, OUTPUT, PERIOD, SOURCE } from './options.ts'

export const MONEY: readonly CommandSpec[] = [
  {
    name: 'balances',
    summary: 'list what every account of the book held at a moment, and that all of them sum to zero',
    details: [
      'Folds the postings of every event up to the moment. Accounts are the treasury, the house, the float of each admin, the wallet of each bettor and what is owed on it, money in transit and the stake of each open bet. The answer states the ledger number that it is for.',
    ],
    options: [
      AS_OF,
      { flags: '--kind <kind...>', says: 'only these kinds of accounts; the sum covers all', choices: KINDS },
      SOURCE,
      ...OUTPUT,
    ],
    schema: 'fairbook-balances/1',
    examples: [
      { line: 'ledger balances', says: 'who has how much now' },
      { line: 'ledger balances --as-of 812', says: 'after the event with ledger number 812' },
      {
        line: 'ledger balances --as-of 2026-11-20T18:30:00Z --kind float',
        says: "what admins' floats held at half past six",
      },
    ],
    load: async () => (await import('../listings/balances.ts')).answerBalances,
  },
  {
    name: 'statement',
    summary: "list what moved a user's money, line by line, with the balance after each",
    details: [
      'A bettor has a wallet and what is owed on it, an admin a float. The lines are made from what each event on the account says; the closing balance is compared with what the postings of the book come to.',
    ],
    argument: { name: 'user', says: 'a user name, or the id of an account' },
    options: [...PERIOD, SOURCE, ...OUTPUT],
    schema: 'fairbook-statement/1',
    examples: [
      { line: 'ledger statement finn', says: "all of finn's lines" },
      {
        line: 'ledger statement finn --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z',
        says: 'those of November, with opening and closing balance',
      },
    ],
    load: async () => (await import('../listings/statement.ts')).answerStatement,
  },
  {
    name: 'trial-balance',
    summary: 'show what each class of accounts opened a period with, what moved it, and what it closed with',
    details: [
      'Every line sums to zero, and so does every column from its opening to its closing balance. Periods chain: each opens with what the one before it closed with. With times, a period begins after all that had happened by --from; with ledger numbers, it begins with that number.',
    ],
    options: [...PERIOD, SOURCE, ...OUTPUT],
    schema: 'fairbook-trial-balance/1',
    examples: [
      { line: 'ledger trial-balance', says: 'from the first event to now' },
      {
        line: 'ledger trial-balance --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z',
        says: 'the roll-forward of November',
      },
      { line: 'ledger trial-balance --from 813 --to 2000 --json', says: 'between two ledger numbers, for a program' },
    ],
    load: async () => (await import('../listings/trial-balance.ts')).answerTrialBalance,
  },
]
