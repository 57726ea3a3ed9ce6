// Checks a receipt by the keys that the log publishes: each counts for the checkpoints that it signed while in force.
import type { LogKey } from '#services/contract/log-keys.ts'
import { NoProof, type ProvedEvent, signersOf, verifyReceipt } from './verify-receipt.ts'

/** `published`: newest first. `earlier`: signed by a key that has been replaced since. Throws NoProof. */
export async function verifyByPublished(
  receipt: string,
  published: readonly LogKey[],
): Promise<ProvedEvent & { readonly earlier: boolean }> {
  const signers = signersOf(receipt)
  const by = published.find(({ key }) => signers.includes(key.split('+', 2).join('+'))) ?? published[0]
  if (by === undefined) throw new NoProof('The log publishes no key.')
  const proved = await verifyReceipt(receipt, by.key)
  const { after, upTo, trustedTo } = by
  if (proved.size <= after) throw new NoProof('It was signed with a key that was not in force yet.')
  if (trustedTo !== null && proved.size > trustedTo) {
    throw new NoProof(
      `The key that signed it was known to somebody else: it counts for receipts of up to ${trustedTo} events. Please download the receipt again.`,
    )
  }
  if (upTo !== null && proved.size > upTo) throw new NoProof('It was signed with a key that had been replaced before.')
  return { ...proved, earlier: upTo !== null }
}
