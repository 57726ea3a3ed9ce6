// Tells signed-in clients that their account changed. Each account is read once for all of its streams.
import type { User } from '#services/contract/contract.ts'
import { inBatches } from './batches.ts'
import type { StreamClient } from './client.ts'
import { message } from './messages.ts'

/** Sends every waiting client its user as read now. Clients that were sent nothing keep waiting. */
export async function sendAccounts(
  clients: Iterable<StreamClient>,
  users: (accounts: readonly string[]) => Promise<Map<string, User>>,
  position: string,
): Promise<void> {
  const waiting = [...clients].filter((client) => client.account && client.canWrite())
  if (waiting.length === 0) return
  for (const client of waiting) client.account = false
  try {
    const found = await users([...new Set(waiting.map((client) => client.session!.accountId))])
    const bytes = new Map<string, Buffer>()
    for (const [account, user] of found) {
      const changed = message({ kind: 'account', topic: 'me', user, position })
      bytes.set(account, Buffer.concat([changed, message({ kind: 'bets', topic: 'me', position })]))
    }
    await inBatches(waiting, (client) => {
      const news = bytes.get(client.session!.accountId)
      if (news !== undefined) client.write(news)
      return news !== undefined
    })
  } catch {
    // the database is unreachable: the next change, or the client's own polling, will bring it
    for (const client of waiting) client.account = true
  }
}
