import { useQuery } from '@tanstack/react-query'
import type { LogKey } from '#services/contract/log-keys.ts'
import { receipts } from '#ui/lib/messages/betting/receipts.ts'
import { eventFacts } from '../model/event-facts.ts'
import { verifyByPublished } from '../model/published-keys.ts'
import { NoProof, type ProvedEvent, verifyReceipt } from '../model/verify-receipt.ts'

type Proof = ProvedEvent & { readonly earlier?: boolean }
type Checked = { readonly proved: Proof } | { readonly why: string }

async function check(receipt: string, by: Keys): Promise<Checked> {
  try {
    return { proved: await (typeof by === 'string' ? verifyReceipt(receipt, by) : verifyByPublished(receipt, by)) }
  } catch (error) {
    if (error instanceof NoProof) return { why: error.message }
    throw error
  }
}

/** One key that the user has entered, or those that the log publishes, newest first. */
type Keys = string | readonly LogKey[]

/**
 * The result of the check, announced when it changes: a text while checking, then why the receipt proves nothing, or
 * what was proved.
 */
export function Verdict({ receipt, by }: { receipt: string; by: Keys }) {
  const { data } = useQuery({
    queryKey: ['receipt', receipt, by],
    queryFn: () => check(receipt, by),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-live="polite" aria-label="Result" className="rounded-card border border-border bg-surface p-4">
      {data === undefined && <p className="text-muted">Checking…</p>}
      {data !== undefined && 'why' in data && (
        <>
          <p className="font-semibold text-lost text-section">✕ {receipts.wrong}</p>
          <p className="mt-1 text-body">{data.why}</p>
        </>
      )}
      {data !== undefined && 'proved' in data && <Proved event={data.proved} />}
    </section>
  )
}

const EARLIER = { name: 'Signed by', value: receipts.earlier }

function Proved({ event: { index, size, origin, entry, earlier = false } }: { event: Proof }) {
  const facts = [...eventFacts(entry), { name: 'Log', value: origin }, ...(earlier ? [EARLIER] : [])]
  return (
    <>
      <p className="font-semibold text-accent text-section">✓ {receipts.right}</p>
      <p className="mt-1 text-body">{receipts.meaning(index, size)}</p>
      <dl className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-body">
        {facts.map(({ name, value }) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-4">
        <summary className="cursor-pointer text-muted text-second">{receipts.recorded}</summary>
        <pre className="mt-2 max-h-64 overflow-auto whitespace-pre-wrap break-all rounded-control bg-raised p-3 font-mono text-label">
          {entry}
        </pre>
      </details>
    </>
  )
}
