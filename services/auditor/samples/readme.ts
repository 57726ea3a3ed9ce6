// The README of a folder of evidence, for somebody who has neither the tool nor the ledger.
import type { Stored } from '../listings/trace/provider-messages.ts'
import { type Relation, shownRelation } from '../listings/trace/thread.ts'
import { counted } from '../report/listing/cells.ts'

type Facts = {
  readonly bet: string
  readonly lines: readonly {
    readonly number: number
    readonly event: string
    readonly type: string
    readonly relation: Relation
  }[]
  /** One for each time that an event names a message of the provider. */
  readonly messages: readonly { readonly message: string; readonly stored: Stored }[]
  readonly proofs: readonly string[]
}

const MEANS: Readonly<Record<Stored, string>> = {
  kept: 'kept (in messages/, as they were named)',
  changed: 'changed (in messages/ as stored now, with another SHA-256 than its name)',
  'not kept': 'not kept (the database no longer has them)',
  'not here': 'not here (no messages could be read where this was written, so it is not known whether they are kept)',
}

function told(messages: Facts['messages']): string {
  if (messages.length === 0) return 'no event here names one'
  const distinct = new Map(messages.map(({ message, stored }) => [message, stored]))
  const times = new Map<Stored, number>()
  for (const stored of distinct.values()) times.set(stored, (times.get(stored) ?? 0) + 1)
  const parts = [...times].map(([stored, count]) => `${count} ${MEANS[stored]}`)
  return `${counted(distinct.size, 'message')}, named ${counted(messages.length, 'time')}: ${parts.join(', ')}`
}

export const readme = ({ bet, lines, messages, proofs }: Facts): string => `# Bet ${bet}

What a ledger of Fairbook has about this bet. Nothing here has to be believed: each part can be checked.

| File | What it is | How to check it without our tool |
|---|---|---|
| events.jsonl | the events, one a line, byte for byte as they are stored, in the order of the ledger | the SHA-256 of line n without its line end is the \`hash\` of the nth event in story.json, by the first command below. The field \`prev\` of an event is the hash of the event before it in its stream |
| story.json | the same events with ledger number, place, hash and why they are here; what they moved between accounts, in cents; messages of the provider that they name | the amounts follow from events.jsonl: a stake goes from the wallet to the bet, a return from the bet and the house to the wallet |
| rules.json | the rules in force at each event of the bet: settings of the desk, and the version of the house rules that it was settled by; amounts in cents, times in milliseconds | \`rules\` is the hash of the event that made them, which is in events.jsonl where the event of the bet names it as \`configuration\` |
| messages/ | what the provider sent, byte for byte, named by SHA-256: ${told(messages)} | \`sha256sum messages/*\` prints each name again; it is the \`message\` of the leg of BetPlaced whose price it is, or of the reads of a result |
| *.tlog-proof | ${proofs.length === 0 ? 'missing: no signed checkpoint has these events yet' : `receipts (${proofs.join(', ')}) that the event is in the log that was signed, with the signed checkpoint`} | by docs/runbooks/without-our-tool.md with OpenSSL, or any program that reads c2sp.org/tlog-proof; the log's key has to come from outside this folder |

\`\`\`sh
sed -n 1p events.jsonl | tr -d '\\n' | sha256sum   # the hash of the first event in story.json; 2p: of the second
sha256sum messages/*
\`\`\`

A price is in the leg of BetPlaced: odds, bookmaker, when it was quoted and fetched. Its \`seal\` leads to the root in the event QuotesPublished, which stands before the bet: nobody made it up afterwards.

With the tool: \`ledger verify-receipt placed.tlog-proof --key KEY\`, and \`ledger trace ${bet}\` on the ledger itself.

## Events

${lines.map(({ number, event, type, relation }, at) => `${at + 1}. ${type}, ledger number ${number}, ${event} (${shownRelation(relation, false)})`).join('\n')}
`
