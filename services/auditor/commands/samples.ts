// Commands that choose bets to look at, and gather the evidence about them.
import { BET_KINDS } from '../samples/choice.ts'
import type { CommandSpec } from './command.ts'
import { JUDGED_SO_FAR, OUTPUT, PERIOD, SOURCE } from './options.ts'

const PACKS = '--packs <folder>'

export const SAMPLES: readonly CommandSpec[] = [
  {
    name: 'sample',
    summary: 'choose bets by a seed, so that neither you nor anybody else picks them, and gather the evidence',
    details: [
      'Each bet that was placed in the period has a ticket: SHA-256 over the seed, the id of the log and the id of the bet. The lowest tickets are chosen, so that the same log and seed always choose the same bets, on every store. Agree on the seed before anybody looks, with --from and --to if you need a period: later events change the choice only if they are in the period.',
      'With --by-stake the ticket is divided by the stake, so that bets with larger stakes are more likely to be chosen. --kind looks at what had become of the bet by the end of the period.',
      'With --packs each bet gets a folder with its events as they are stored, what they moved, what the provider said, receipts, and a README that says how to check all of it without this tool.',
    ],
    options: [
      { flags: '--seed <text>', says: 'any text, agreed on beforehand' },
      { flags: '--size <number>', says: 'how many bets, up to 1000', default: '25' },
      { flags: '--kind <kind>', says: 'what has become of them', default: 'any', choices: BET_KINDS },
      { flags: '--by-stake', says: 'larger stakes are more likely to be chosen' },
      ...PERIOD,
      { flags: PACKS, says: 'a folder, new or empty, for the evidence' },
      SOURCE,
      ...OUTPUT,
    ],
    readsAgain: true,
    schema: 'fairbook-sample/1',
    examples: [
      { line: 'ledger sample --seed audit-2026 --size 5', says: 'five bets, whatever has become of them' },
      {
        line: 'ledger sample --seed audit-2026 --kind voided --from 2026-11-01T00:00:00Z --by-stake',
        says: 'voided bets since the first of November, preferably with high stakes',
      },
    ],
    load: async () => (await import('../samples/sample.ts')).answerSample,
  },
  {
    name: 'evidence',
    summary: 'gather all that the log and the database know about a bet in a folder that can be handed on',
    argument: { name: 'bet', says: 'the id of a bet' },
    details: [
      'Writes a folder named after the bet: events.jsonl, story.json with hashes and postings, messages of the provider, receipts of the placing and of the last settlement, and a README that says what each is and how to check it without this tool.',
      JUDGED_SO_FAR,
    ],
    options: [{ flags: PACKS, says: 'a folder, new or empty' }, SOURCE, ...OUTPUT],
    readsAgain: true,
    schema: 'fairbook-evidence/1',
    examples: [
      {
        line: 'ledger evidence 0123456789abcdef0123456789abcdef --packs evidence',
        says: 'the evidence about a bet, in evidence/0123456789abcdef0123456789abcdef',
      },
    ],
    load: async () => (await import('../samples/evidence.ts')).answerEvidence,
  },
]
