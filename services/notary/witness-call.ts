// One call to a witness (c2sp.org/tlog-witness): add-checkpoint.
import { Agent, request } from 'undici'
import { lineOf } from '#services/platform/errors.ts'
import { inSpan } from '#services/platform/tracing/spans.ts'
import { cosignaturesBy, type Witness } from '#services/transparency/cosignature.ts'
import { beginAsking } from './spans.ts'

export type Submission = {
  /** The size at which the witness is thought to know the log. */
  readonly older: number
  /** Proof from that size to the checkpoint. */
  readonly consistency: readonly Buffer[]
  /** A signed checkpoint, without cosignatures. */
  readonly note: string
}

export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly lines: readonly string[] }
  /** It knows the log at a different size. */
  | { readonly kind: 'knows'; readonly size: number }
  /** `status`: 403, 404, 422 and so on; 200 if it replied with something that is not its signature. */
  | { readonly kind: 'refused'; readonly status: number; readonly says: string }
  | { readonly kind: 'silent'; readonly says: string }
  /** Ended by us. */
  | { readonly kind: 'stopped' }

const TIMEOUT_MS = 10_000
const MOST_BYTES = 65_536
const SAID = 200

/** `stopping`: ends calls in progress. */
export function openWitnessCalls(stopping: AbortSignal): {
  ask(witness: Witness, submission: Submission): Promise<WitnessAnswer>
  close(): Promise<void>
} {
  const agent = new Agent({ maxResponseSize: MOST_BYTES })
  async function send(witness: Witness, { older, consistency, note }: Submission): Promise<WitnessAnswer> {
    const lines = [`old ${older}`, ...consistency.map((one) => one.toString('base64')), '', note]
    try {
      const { statusCode: status, body } = await request(`${witness.address}/add-checkpoint`, {
        method: 'POST',
        body: lines.join('\n'),
        dispatcher: agent,
        signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const text = await body.text()
      const says = `${status} ${text.split('\n', 1)[0]!.slice(0, SAID)}`
      if (status === 200) {
        const cosigned = cosignaturesBy(witness, note.slice(0, note.indexOf('\n\n') + 1), text)
        return cosigned.length > 0 ? { kind: 'cosigned', lines: cosigned } : { kind: 'refused', status, says }
      }
      if (status === 409 && /^(0|[1-9]\d{0,14})\n$/.test(text)) return { kind: 'knows', size: Number(text) }
      return status >= 500 || status === 429 ? { kind: 'silent', says } : { kind: 'refused', status, says }
    } catch (error) {
      if (stopping.aborted) return { kind: 'stopped' }
      return { kind: 'silent', says: lineOf(error) }
    }
  }
  async function ask(witness: Witness, submission: Submission): Promise<WitnessAnswer> {
    const span = beginAsking(witness.name)
    return inSpan(span, async () => {
      const answer = await send(witness, submission)
      span?.set({ 'fairbook.witness.answer': answer.kind })
      if (answer.kind === 'silent') span?.fail(answer.kind)
      return answer
    })
  }
  return { ask, close: () => agent.close() }
}
