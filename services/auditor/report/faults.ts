// Groups findings by their cause: one changed digit makes every later balance of its account differ, and everything
// derived from these.
import type { FindingCode } from '../findings/finding-codes.ts'
import type { Finding } from '../findings/findings.ts'

export type CountsByCode = ReadonlyMap<string, number>

/** The first finding about an event, stream or account, and by code how many later ones may follow from it. */
export type Fault = { readonly first: Finding; readonly following: CountsByCode }

/** Codes of findings that are judged by one event alone, so that no finding about another event explains them. */
const OF_ITS_OWN: ReadonlySet<FindingCode> = new Set([
  ...(['hash_mismatch', 'id_mismatch', 'column_mismatch'] as const),
  ...(['body_unreadable', 'body_not_canonical', 'schema_mismatch', 'version_older'] as const),
  ...(['command_repeated', 'recorded_at_backwards', 'stored_at_implausible', 'business_time_backwards'] as const),
])

const isRow = ({ code }: Finding): boolean => code.startsWith('row_')

/** Tables with sums of a fixture, over the bets of everybody. */
const OF_A_GAME: ReadonlySet<string> = new Set(['liability', 'fixture_popularity', 'fixture_bets'])

/** Whether it is a row that adds up what others hold, and is about nobody itself. */
const isSum = (finding: Finding): boolean =>
  isRow(finding) &&
  ((finding.account === null && idsIn(finding).length === 0) || OF_A_GAME.has(finding.subject.split(' ', 1)[0]!))

/** `findings`: sorted. The faults are in the same order. */
export function faultsOf(findings: readonly Finding[]): Fault[] {
  const faults: { first: Finding; following: Map<string, number> }[] = []
  /** The last fault by name, as of `namesIn`. */
  const about = new Map<string, (typeof faults)[number]>()
  /** The first fault in the log itself, after which sums over all of it cannot be right. */
  let ofLog: (typeof faults)[number] | undefined
  for (const finding of findings) {
    const names = namesIn(finding)
    const faultAbout = (named: readonly string[]) =>
      named.map((name) => about.get(name)).find((one) => one !== undefined)
    const ofIts = faultAbout(names)
    const known = ofIts ?? faultAbout(othersIn(finding)) ?? (isSum(finding) ? ofLog : undefined)
    if (known !== undefined && (!OF_ITS_OWN.has(finding.code) || known.first.subject === finding.subject)) {
      known.following.set(finding.code, (known.following.get(finding.code) ?? 0) + 1)
      const next = isRow(finding) ? keyOf(finding) : ofIts === undefined ? `#${finding.number}` : null
      // from here on also explains what is about the same bet, or the same event on another account
      if (next !== null && !about.has(next)) about.set(next, known)
      continue
    }
    const fault = { first: finding, following: new Map<string, number>() }
    faults.push(fault)
    if (finding.number !== null && !isRow(finding)) ofLog ??= fault
    for (const name of names) about.set(name, fault)
  }
  return faults
}

/** By code, how many of all findings are counted by none of these faults. */
export function leftOut(faults: readonly Fault[], byCode: Readonly<Record<string, number>>): CountsByCode {
  const left = new Map(Object.entries(byCode))
  for (const { first, following } of faults) {
    for (const [code, times] of [[first.code, 1] as const, ...following]) left.set(code, (left.get(code) ?? 0) - times)
  }
  return new Map([...left].filter(([, times]) => times > 0))
}

const ID = /[0-9a-f]{32}/g
const idsIn = ({ subject, account }: Finding): string[] => `${account ?? ''} ${subject}`.match(ID) ?? []

const GAME = /"fixture":"([0-9a-f]{32})"/g
const SENDER = /from ([0-9a-f]{32})/g

/** The names of those by whose events it was judged: fixtures, or the sender of a transfer. */
function othersIn(finding: Finding): string[] {
  if (isRow(finding)) return []
  const of = finding.code === 'transfer_mismatch' ? SENDER : GAME
  return [...`${finding.expected} ${finding.actual}`.matchAll(of)].map(([, id]) => id!)
}

/**
 * The id of the bet or transfer that somebody's row is about; null if there is no such id. Other rows may have it too.
 */
function keyOf({ account, subject }: Finding): string | null {
  const [key = null, ...more] = account === null ? [] : (subject.match(ID) ?? [])
  return more.length === 0 ? key : null
}

/** The event, streams, accounts and bets that a finding names; if it names none, its code, table and column. */
function namesIn(finding: Finding): string[] {
  const { code, number, subject, account, expected } = finding
  const names = idsIn(finding)
  // 'treasury', 'house:profit'
  const ofTheHouse = account === null || names.some((id) => account.includes(id)) ? [] : [account]
  // some rows have the ledger number as their key
  const [, key] = isRow(finding) ? (/^\w+ (\d+)$/.exec(subject) ?? []) : []
  const event = number ?? key
  const all = [...(event === undefined ? [] : [`#${event}`]), ...names, ...ofTheHouse]
  if (all.length > 0 && key === undefined) return all
  // a log that is not the one that was signed differs from every later checkpoint
  if (code === 'signed_root_mismatch') return [code]
  const [column] = / = /.test(expected) ? expected.split(' ', 1) : ['']
  return [...all, `${code} ${subject.split(' ', 1)[0]} ${column}`]
}
