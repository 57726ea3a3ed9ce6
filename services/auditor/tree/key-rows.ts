// The stored keys of the log against what its events say about them.
import type { Findings } from '../findings/findings.ts'
import type { KeyChange } from './log-keys.ts'
import type { KeyRow } from './tree-rows.ts'

type Said = Omit<KeyRow, 'verifierKey'>

const FIRST: Said = { since: 0, replaces: null, why: null, endorsement: null, trustedTo: null }

const saidOf = ({ signed: since, replaces, why, endorsement, trustedTo }: KeyChange): Said => ({
  ...{ since, replaces, why },
  endorsement: endorsement ?? null,
  trustedTo: trustedTo ?? null,
})

/** About the stored checkpoints: the size of the newest, and the keys that have signed any of them. */
type StoredSigned = { readonly newest: number; readonly signers: ReadonlySet<string> }

export function checkKeyRows(
  rows: readonly KeyRow[],
  changes: readonly KeyChange[],
  { newest, signers }: StoredSigned,
  findings: Findings,
): void {
  const first = changes[0]?.replaces ?? rows[0]?.verifierKey
  const expected = new Map<string, Said>(first === undefined ? [] : [[first, FIRST]])
  for (const change of changes) expected.set(change.key, saidOf(change))
  const seen = new Set<string>()
  for (const { verifierKey, ...row } of rows) {
    const subject = `log_key ${verifierKey}`
    if (seen.has(verifierKey)) findings.about(subject, 'log_key_mismatch', 'one row', 'several')
    seen.add(verifierKey)
    const said = expected.get(verifierKey)
    if (said === undefined) {
      findings.about(subject, 'log_key_mismatch', 'an event of the ledger that names it', 'none')
      continue
    }
    for (const column of ['since', 'replaces', 'why', 'endorsement', 'trustedTo'] as const) {
      if (row[column] === said[column]) continue
      findings.about(subject, 'log_key_mismatch', `${column} = ${said[column]}`, String(row[column]))
    }
  }
  // a log that was moved here has no keys until a notary opens it
  if (rows.length === 0 && newest === 0) return
  // a row is stored after its event and before the key's first checkpoint
  const due = changes.filter((change, at) => at < changes.length - 1 || newest > change.signed)
  const stored = new Set(rows.map(({ verifierKey }) => verifierKey))
  const named = new Set(due.flatMap(({ replaces, key }) => [replaces, key]))
  for (const key of named.difference(stored)) findings.about(`log_key ${key}`, 'log_key_mismatch', key, 'no row')
  for (const key of signers.difference(named.union(stored))) findings.about('log_key', 'log_key_invalid', key, 'no row')
}
