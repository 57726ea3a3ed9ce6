// The provider's messages behind bets, against the hashes that the bets name. A message that is missing was pruned.
import type pg from 'pg'
import { sha256 } from '../events/read-body.ts'
import type { Findings } from '../findings/findings.ts'

type MessageRow = { readonly hash: string; readonly body: string }

/** `bets`: a bet that names the message, and its account, by the message's hash. Returns the number of rows. */
export async function checkMessages(
  client: pg.Client,
  bets: ReadonlyMap<string, { readonly bet: string; readonly account: string }>,
  findings: Findings,
): Promise<number> {
  const { rows } = await client.query<MessageRow>('select hash, body from app.provider_message where hash = any($1)', [
    [...bets.keys()],
  ])
  for (const { hash, body } of rows) {
    const actual = sha256(body)
    if (actual === hash) continue
    const { bet, account } = bets.get(hash)!
    findings.about(`provider_message ${hash} of ${bet}`, 'provider_message_mismatch', hash, actual, account)
  }
  return rows.length
}
