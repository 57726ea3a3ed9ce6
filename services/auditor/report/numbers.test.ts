// All numbers in a sentence have separators: '2,332 events up to ledger number 2331' would write numbers in two ways.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SAYING = [
  ...['exports/backup-command.ts', 'exports/export-command.ts', 'exports/import-command.ts'],
  ...['listings/balances.ts', 'listings/replay.ts', 'listings/statement.ts', 'listings/trial-balance.ts'],
  ...['proofs/checkpoint.ts', 'proofs/prove.ts'],
  ...['watch/kept-checkpoints.ts', 'watch/tiles/watched-tiles.ts', 'watch/watched-log.ts'],
]
/** A ledger number or a number of events without separators. */
const BARE = [
  /\$\{(?!counted|numbered)[^}]*\} (?:events?\b|of them)/,
  /ledger numbers? \$\{(?!numbered)/,
  /\bis of \$\{(?!counted|numbered)/,
]
/** Findings and facts hold values, not sentences. */
const VALUES = /about\(|cut\(|gap\(|expected =|shown:|throw new Incomplete/

test.each(SAYING)('%s', (file) => {
  const lines = readFileSync(join(import.meta.dirname, '..', file), 'utf8').split('\n')
  const bare = lines.filter((line) => !VALUES.test(line) && BARE.some((one) => one.test(line)))
  expect(bare).toEqual([])
})
