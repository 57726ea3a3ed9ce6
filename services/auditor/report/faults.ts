// Findings by what they come of: one changed digit makes every later balance of its account differ, and what is made of them.
import type { FindingCode } from '../findings/finding-codes.ts'
import type { Finding } from '../findings/findings.ts'

export type CountsByCode = ReadonlyMap<string, number>

/** The first finding about an event, stream or account, and how many others about it follow, by code. */
export type Fault = { readonly first: Finding; readonly following: CountsByCode }

/** Judged by the bytes of an event alone, so that nothing about another event explains them. */
const OF_ITS_OWN: ReadonlySet<FindingCode> = new Set([
  ...(['hash_mismatch', 'id_mismatch', 'column_mismatch'] as const),
  ...(['body_unreadable', 'body_not_canonical', 'schema_mismatch', 'version_older'] as const),
  ...(['command_repeated', 'recorded_at_backwards', 'stored_at_implausible', 'business_time_backwards'] as const),
])

/** `findings`: in their order, in which faults are too. */
export function faultsOf(findings: readonly Finding[]): Fault[] {
  const faults: { first: Finding; following: Map<string, number> }[] = []
  /** The last fault about each. */
  const about = new Map<string, (typeof faults)[number]>()
  for (const finding of findings) {
    const names = namesIn(finding)
    const known = names.map((name) => about.get(name)).find((fault) => fault !== undefined)
    if (known !== undefined && (!OF_ITS_OWN.has(finding.code) || known.first.subject === finding.subject)) {
      known.following.set(finding.code, (known.following.get(finding.code) ?? 0) + 1)
      continue
    }
    const fault = { first: finding, following: new Map<string, number>() }
    faults.push(fault)
    for (const name of names) about.set(name, fault)
  }
  return faults
}

/** Of all findings, those that no fault of these counts. */
export function leftOut(faults: readonly Fault[], byCode: Readonly<Record<string, number>>): CountsByCode {
  const left = new Map(Object.entries(byCode))
  for (const { first, following } of faults) {
    for (const [code, times] of [[first.code, 1] as const, ...following]) left.set(code, (left.get(code) ?? 0) - times)
  }
  return new Map([...left].filter(([, times]) => times > 0))
}

/** The event, and every stream, account and bet that a finding names; where it is about none, its code, table and column. */
function namesIn({ code, number, subject, account, expected }: Finding): string[] {
  const names = `${account ?? ''} ${subject}`.match(/[0-9a-f]{32}/g) ?? []
  // 'treasury', 'house:profit'
  const ofTheHouse = account === null || names.some((id) => account.includes(id)) ? [] : [account]
  const event = number === null ? [] : [`#${number}`]
  const all = [...event, ...names, ...ofTheHouse]
  const [column] = / = /.test(expected) ? expected.split(' ', 1) : ['']
  return all.length > 0 ? all : [`${code} ${subject.split(' ', 1)[0]} ${column}`]
}
