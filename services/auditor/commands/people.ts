// Commands about what people did by hand.
import { DEED_KINDS } from '../listings/exceptions/deed.ts'
import type { CommandSpec } from './command.ts'
import { JUDGED_SO_FAR, OUTPUT, PERIOD, SOURCE } from './options.ts'

export const PEOPLE: readonly CommandSpec[] = [
  {
    name: 'trace',
    summary:
      'tell the whole story of a bet, a command or an event: who, what followed, what it rests on, what it moved',
    details: [
      'Lists the events that name it, those that followed from them and those that they rest on (prices that a bet was struck at, results that it was settled by, rules in force), with their postings, the command and the person or job behind each, and the messages of the provider that they name, and whether those are still stored as they were.',
      JUDGED_SO_FAR,
    ],
    argument: {
      name: 'what',
      says: 'the id of a bet or a command, an event (account-<id>@3), or a ledger number (812)',
    },
    options: [SOURCE, ...OUTPUT],
    readsAgain: true,
    schema: 'fairbook-trace/1',
    examples: [
      { line: 'ledger trace 812', says: 'why the event with ledger number 812 is there, and what came of it' },
      { line: 'ledger trace 0123456789abcdef0123456789abcdef', says: 'a bet from its prices to its settlement' },
    ],
    load: async () => (await import('../listings/trace/trace.ts')).answerTrace,
  },
  {
    name: 'exceptions',
    summary: 'list what people did by hand: settlements, voids, balances, goodwill, stops, settings and so on',
    details: [
      'One line for each changed field: when, who, what, before and after, the reason given and who approved. Money that arrives is a line of its sender. Settlements taken back are listed no matter who did it; one that a void took back is a line of both kinds. What the product began with, its first settings and its first super admin, is listed and counted apart: nobody owes a reason for it.',
    ],
    options: [
      ...PERIOD,
      { flags: '--kind <kind...>', says: 'only these kinds', choices: DEED_KINDS },
      SOURCE,
      ...OUTPUT,
    ],
    schema: 'fairbook-exceptions/1',
    examples: [
      { line: 'ledger exceptions', says: 'all of them' },
      {
        line: 'ledger exceptions --from 2026-11-01T00:00:00Z --kind void settlement',
        says: 'what was decided by hand since the first of November',
      },
      {
        line: 'ledger exceptions --kind balance --json -o balances.json',
        says: 'balances changed by hand, for a program',
      },
    ],
    load: async () => (await import('../listings/exceptions/exceptions.ts')).answerExceptions,
  },
  {
    name: 'conflicts',
    summary:
      'show who opened, funded, paid, priced and settled for whom, where one person did what should be kept apart',
    details: [
      "A person who decides by hand what a bet returns should have no other part in the bettor's money. A decision counts for everybody who made, asked for or approved it: a result recorded by hand, a market decided, a void, a settlement taken back.",
    ],
    options: [
      ...PERIOD,
      { flags: '--all', says: 'all that admins did for bettors, not only conflicts' },
      SOURCE,
      ...OUTPUT,
    ],
    schema: 'fairbook-conflicts/1',
    examples: [
      { line: 'ledger conflicts', says: 'is there anybody to be questioned' },
      {
        line: 'ledger conflicts --all --from 2026-11-01T00:00:00Z',
        says: 'who did what for whom since the first of November',
      },
    ],
    load: async () => (await import('../listings/conflicts.ts')).answerConflicts,
  },
]
