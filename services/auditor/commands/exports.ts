// Commands about exports: the ledger as files, and a ledger of files.
import { FORMATS } from '../exports/manifest.ts'
import { SIGNING } from '../exports/manifest-signer.ts'
import type { CommandSpec } from './command.ts'
import { OUTPUT, PERIOD, SOURCE } from './options.ts'

const [JSON_OUTPUT] = OUTPUT

export const EXPORTS: readonly CommandSpec[] = [
  {
    name: 'export',
    summary: 'write the ledger as files, with a manifest that says what they are made of and who signed that',
    details: [
      'jsonl has every event as it is stored: other commands read it with --source, and a ledger can be made of it again. csv has a table of events and one of postings, whose columns the manifest explains. beancount has the book as accounts and transactions, with the last balances asserted. Amounts are cents, but for euros with two decimals in beancount.',
      "An export holds everybody's bets: folder and files are for their owner alone. They appear under their name once all of them are on disk; the manifest carries their lengths and digests, the root of the events and the newest checkpoint that the log's key signed over them.",
    ],
    options: [
      { flags: '--format <format>', says: 'of the files', choices: FORMATS, default: 'jsonl' },
      {
        flags: '-o, --output <folder>',
        says: 'the folder that the export becomes; nothing, or an empty one, is there',
      },
      ...PERIOD,
      ...SIGNING,
      SOURCE,
      JSON_OUTPUT!,
    ],
    outputIs: 'its own',
    schema: 'fairbook-export/1',
    examples: [
      {
        line: 'ledger export -o backup-2026-11-30',
        says: 'all events, as something that can be verified and restored',
      },
      { line: 'ledger export --format csv --from 2026-11-01T00:00:00Z -o november', says: 'the tables of November' },
      {
        line: 'ledger export --format beancount --sign-with auditor.pem --sign-as auditor.example -o book',
        says: 'the book, vouched for by your own key',
      },
    ],
    load: async () => (await import('../exports/export-command.ts')).answerExport,
  },
]
