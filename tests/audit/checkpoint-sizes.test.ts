// The product, the auditor and the browser read checkpoints with code of their own, and accept the same sizes.
import { expect, test } from 'vitest'
import { openCheckpoint, readVerifierKey } from '#services/auditor/tree/signed-note.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { signedAlone } from '#services/transparency/note-signature.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { verifyReceipt } from '#ui/features/receipts/model/verify-receipt.ts'

test.each([
  ['0', true],
  ['7', true],
  ['999999999999999', true],
  ['1000000000000000', false],
  ['9007199254740993', false],
  ['07', false],
  ['7e3', false],
])('a checkpoint of %s events is one to everybody: %s', async (size, isOne) => {
  const signer = new NoteSigner('log.example', newKey())
  const note = signer.sign(`log.example\n${size}\n${'A'.repeat(43)}=\n`)
  const receipt = `c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n\n${note}`
  const refusal = await verifyReceipt(receipt, signer.verifierKey).catch(({ message }: Error) => message)
  expect([
    signedAlone(note, [signer.verifierKey]) !== null,
    openCheckpoint(note, [readVerifierKey(signer.verifierKey)!]).ok,
    refusal === 'What the receipt says is not in the log that was signed.',
  ]).toEqual([isOne, isOne, isOne])
})
