// Commands about exports: the ledger as files, and a ledger from files.

import { FORMATS } from '../exports/manifest.ts'
import { SIGNING } from '../exports/manifest-signer.ts'
import { KEYS } from '../proofs/kept.ts'
import type { CommandSpec } from './command.ts'
import { OUTPUT, PERIOD, SOURCE } from './options.ts'

const [JSON_OUTPUT] = OUTPUT
const FOLDER = { name: 'folder', says: 'a jsonl export, as ledger export made it' }
const ANY_FOLDER = { name: 'folder', says: 'an export in any format, as ledger export made it' }

export const EXPORTS: readonly CommandSpec[] = [
  {
    name: 'export',
    summary: 'write the ledger as files, with a manifest that says what they are made of',
    details: [
      'jsonl has every event as it is stored: other commands read it with --source, and a ledger can be made from it again. csv and parquet have a table of events and one of postings, whose columns the manifest explains. beancount has the book as accounts and transactions, with the last balances asserted. Amounts are in cents, except in beancount, which has euros with two decimals.',
      "An export holds everybody's bets: folder and files are for their owner alone. They appear under their name once all of them are on disk; the manifest carries their lengths and digests, the root of the events and the newest checkpoint that the log's key signed over them.",
      'Who vouches for it: events as jsonl hash to the root in that checkpoint, so that the log’s own signature proves them, no matter who made the export. It covers events, not files: for csv, parquet and beancount the manifest has the digests, and nobody signs the manifest unless --sign-with gives a key. ledger backup verify checks both.',
    ],
    options: [
      { flags: '--format <format>', says: 'the format of the files', choices: FORMATS, default: 'jsonl' },
      {
        flags: '-o, --output <folder>',
        says: 'the folder that the export becomes, new or empty',
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
        says: 'all events, to be verified and restored',
      },
      { line: 'ledger export --format csv --from 2026-11-01T00:00:00Z -o november', says: 'the tables of November' },
      {
        line: 'ledger export --format beancount --sign-with auditor.pem --sign-as auditor.example -o book',
        says: 'the book, vouched for by your own key',
      },
    ],
    load: async () => (await import('../exports/export-command.ts')).answerExport,
  },
  {
    name: 'import',
    summary: 'fill an empty log from an export: the same bytes in the same order, with the same root',
    argument: FOLDER,
    details: [
      'For a Postgres database that was migrated (npm run migrate) and whose product was never started. It is one transaction: if it is interrupted, it has done nothing. An export that is not the log that was exported (its lines, chains, manifest, signed root) is refused.',
      'Read models are built when the product starts. Names, passwords, sessions, texts of reasons and what the provider said are not in an export: without names and passwords nobody can sign in, and ledger verify finds all of this missing.',
    ],
    options: [KEYS, ...OUTPUT],
    schema: 'fairbook-import/1',
    examples: [
      {
        line: 'ledger import backup-2026-11-30 --key "$(cat log.key)"',
        says: 'the ledger again, once the log’s key was checked',
      },
    ],
    load: async () => (await import('../exports/import-command.ts')).answerImport,
  },
  {
    name: 'backup',
    verb: 'verify',
    summary:
      'check an export as a backup: is it whole, is it the log that was signed, how old is it, what does it lack',
    argument: ANY_FOLDER,
    details: [
      'For a jsonl export, all that ledger verify checks of a log: lines, digests, chains, rules and the signed root, by full replay and without a database. It is also checked against the checkpoint of the last ledger verify of this log, as far as the backup reaches; without --key, the keys that the backup names are trusted.',
      'A backup that no checkpoint was signed over is incomplete: nothing shows that it was not made up.',
      'For csv, parquet and beancount it checks that each file is the one that the manifest names, to the byte, that the manifest is signed by a key that you give, and the checkpoint in it. Unsigned, it is incomplete: somebody who changed a file could have changed its digest, too. No signature proves that the files follow from the events: make them again from a jsonl export (ledger export --source), and they are the same bytes.',
    ],
    options: [
      { flags: '--checkpoint <file...>', says: 'signed checkpoints that you kept: the backup must reach that far' },
      KEYS,
      ...OUTPUT,
    ],
    schema: 'fairbook-backup/1',
    examples: [
      {
        line: 'ledger backup verify backup-2026-11-30 --key "$(cat log.key)"',
        says: 'would this bring the ledger back',
      },
      {
        line: 'ledger backup verify november --key auditor.example+0a1b2c3d+AX',
        says: 'are these the tables that the holder of this key made',
      },
    ],
    load: async () => (await import('../exports/backup-command.ts')).answerBackup,
  },
]
