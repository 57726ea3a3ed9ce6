// `ledger verify-receipt`: what a receipt proves, checked without any connection.
import type { Answer, Call } from '../commands/command.ts'
import { Usage } from '../failures.ts'
import { euros } from '../report/listing/cells.ts'
import { keysOption, textOfFile, witnessesOption } from './kept.ts'
import { openReceipt } from './receipt.ts'
import { answerOfVerdict, type Verdict } from './verdict.ts'

const ASK = '/api/log/keys and ledger verify'

export async function answerVerifyReceipt(call: Call): Promise<Answer> {
  const keys = keysOption(call)
  if (keys.length === 0) {
    throw new Usage(
      '--key is needed: a receipt proves something only to somebody who has the log’s key from somewhere else than the receipt',
    )
  }
  const receipt = openReceipt(textOfFile(call.argument!), keys, witnessesOption(call))
  if (!receipt.ok) {
    return answerOfVerdict({
      command: 'verify-receipt',
      isRight: false,
      sentence: `This receipt proves nothing: ${receipt.why}.`,
      facts: [],
    })
  }
  const { index, entry, checkpoint } = receipt
  return answerOfVerdict({
    command: 'verify-receipt',
    isRight: true,
    sentence: `The receipt is right: this event is number ${index} of the log, and the signer of the checkpoint can never deny it. Only the given key was used to check it: whether somebody else knew that key when it was signed, ${ASK} say.`,
    facts: [
      { key: 'number', title: 'ledger number', value: index },
      { key: 'origin', title: 'log', value: checkpoint.origin },
      { key: 'size', title: 'events signed', value: checkpoint.size },
      { key: 'root', title: 'root', value: checkpoint.root },
      ...factsOf(entry),
      { key: 'event', title: null, value: entry },
    ],
    below: { title: 'The event as it is recorded, byte for byte: the proof is of these bytes.', text: entry },
  })
}

/** The facts that the event states. Its shape is not checked: the proof is of its bytes. */
function factsOf(entry: string): Verdict['facts'] {
  const body = parsed(entry)
  const data = (body.data ?? {}) as Readonly<Record<string, unknown>>
  const meta = (body.meta ?? {}) as Readonly<Record<string, unknown>>
  const told: readonly (readonly [key: string, title: string, value: unknown])[] = [
    ['type', 'event', body.type],
    ['stream', 'stream', body.stream],
    ['at', 'time', meta.at],
    ['bet', 'bet', data.bet],
    ['stakeCents', 'stake', data.stakeCents ?? data.stake],
    ['odds', 'odds', data.odds],
    ['returnCents', 'return', data.returnCents ?? data.return],
  ]
  return told.flatMap(([key, title, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const isAmount = key.endsWith('Cents') && Number.isSafeInteger(value)
    return [{ key, title, value, ...(isAmount && { shown: `${euros(Number(value))} euros` }) }]
  })
}

function parsed(entry: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(entry)
    return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
