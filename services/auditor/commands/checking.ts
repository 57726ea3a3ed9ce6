// Commands that check.
import type { CommandSpec } from './command.ts'
import { OUTPUT } from './options.ts'

export const CHECKING: readonly CommandSpec[] = [
  {
    name: 'verify',
    summary: 'check chains, postings, invariants, returns and commitments, and compare with the read models',
    details: [
      'Reads the whole log once, recomputes every hash, line and return with code of its own, and compares what it finds with the read models, the prices and messages behind bets and the personal data behind commitments. Each finding has a stable code and says what was expected and what was found.',
    ],
    options: OUTPUT,
    schema: 'fairbook-verify/1',
    examples: [
      { line: 'ledger verify', says: 'is anything wrong, and where' },
      { line: 'ledger verify --json -o verify.json', says: 'the same for a program, into a file' },
    ],
    load: async () => (await import('../verify-command.ts')).answerVerify,
  },
]
