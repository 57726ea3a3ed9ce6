// Commands about the signed tree over the log.
import { KEYS, WITNESSES } from '../proofs/kept.ts'
import type { CommandSpec } from './command.ts'
import { OUTPUT, SOURCE } from './options.ts'

export const PROOFS: readonly CommandSpec[] = [
  {
    name: 'checkpoint',
    summary: 'show the newest signed checkpoint, and prove that the log grew from those that you kept',
    details: [
      'Hashes the whole log and compares its root with what was signed: a log that was changed, cut or exchanged since cannot have that root. Only a checkpoint that you keep out of reach of those who run the ledger makes this a proof; without --key, the keys that the database names are trusted.',
    ],
    options: [
      { flags: '--since <file...>', says: "checkpoints that you kept; '-' is standard input" },
      KEYS,
      SOURCE,
      ...OUTPUT,
    ],
    schema: 'fairbook-checkpoint/1',
    examples: [
      { line: 'ledger checkpoint', says: 'how far the log was signed, and whether it is what was signed' },
      {
        line: 'ledger checkpoint --since march.txt --key "$(cat log.key)"',
        says: 'the log still holds all that it held in March',
      },
    ],
    load: async () => (await import('../proofs/checkpoint.ts')).answerCheckpoint,
  },
  {
    name: 'prove',
    summary: 'make a receipt of a bet or an event: a proof that it is in the log',
    argument: { name: 'bet|event', says: 'the id of a bet, an event (account-<id>@3) or a ledger number' },
    details: [
      'The receipt (C2SP tlog-proof) carries the event, its way to the root and the newest signed checkpoint. It is made from the log itself, not from the stored tree.',
    ],
    options: [SOURCE, ...OUTPUT],
    readsAgain: true,
    schema: 'fairbook-prove/1',
    examples: [{ line: 'ledger prove 812 -o 812.tlog-proof', says: 'a receipt of ledger number 812, to be handed on' }],
    load: async () => (await import('../proofs/prove.ts')).answerProve,
  },
  {
    name: 'verify-receipt',
    summary: 'check a receipt, without any connection',
    argument: { name: 'file', says: "the receipt; '-' is standard input" },
    details: [
      'Checks the signature of the checkpoint by the keys that you trust, and the way from the event to its root. If it is right, those who run the ledger can no longer deny the event: every later checkpoint contains it.',
    ],
    options: [KEYS, ...WITNESSES, ...OUTPUT],
    schema: 'fairbook-verify-receipt/1',
    examples: [
      {
        line: 'ledger verify-receipt bet.tlog-proof --key "$(cat log.key)"',
        says: 'is this bet in the log as the receipt says',
      },
    ],
    load: async () => (await import('../proofs/verify-receipt.ts')).answerVerifyReceipt,
  },
]
