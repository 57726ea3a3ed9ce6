// Commands that check.
import { SECTIONS } from '../listings/state/sections.ts'
import { KEYS, WITNESSES } from '../proofs/kept.ts'
import type { CommandSpec } from './command.ts'
import { AS_OF, OUTPUT, SOURCE } from './options.ts'

export const CHECKING: readonly CommandSpec[] = [
  {
    name: 'verify',
    summary: 'check chains, postings, invariants, returns and commitments, and compare with the read models',
    details: [
      'Reads the whole log once, recomputes every hash, posting and return with code of its own, and compares what it finds with the read models, the prices and messages behind bets and the personal data behind commitments. Each finding has a stable code and says what was expected and what was found.',
      'The newest signed checkpoint of a log that was found clean is remembered ($XDG_STATE_HOME/fairbook, or ~/.local/state/fairbook): the next call proves that the log grew from it. Keep a copy where nobody who runs the ledger can reach it.',
      'With --state, an audit goes on from where the last clean one with the same folder ended, and takes about as long as the new events need. Of the earlier events it reads only the signed tree again, so only a whole audit finds a row of theirs that was changed since; the report says so. If it finds anything, or anything about the folder is in doubt, it audits everything and says why. Anybody who can write to the folder can make such an audit say anything about earlier events: keep it as you keep checkpoints.',
    ],
    options: [
      { flags: '--checkpoint <file...>', says: 'signed checkpoints that you kept: the log must have grown from them' },
      KEYS,
      ...WITNESSES,
      {
        flags: '--no-remember',
        says: 'neither check the log against the checkpoint of the last call nor keep the newest',
      },
      {
        flags: '--state <folder>',
        says: 'go on from what the last clean audit left there, and leave what the next one goes on from',
      },
      SOURCE,
      ...OUTPUT,
    ],
    schema: 'fairbook-verify/1',
    examples: [
      { line: 'ledger verify', says: 'is anything wrong, and where' },
      {
        line: 'ledger verify --checkpoint march.txt',
        says: 'the same, and whether all that was there in March still is',
      },
      {
        line: 'ledger verify --state ~/fairbook-audit',
        says: 'the same for what came since the last one with that folder',
      },
      { line: 'ledger verify --json -o verify.json', says: 'the same for a program, in a file' },
    ],
    load: async () => (await import('../verify-command.ts')).answerVerify,
  },
  {
    name: 'diff',
    summary: 'compare the read models, which all screens show, with an independent replay of the log',
    details: [
      'The part of verify that is about read models. Each is compared at the ledger number that it has reached, cell by cell. If the log is clean and a read model differs, it can be built anew from the log; the question is how it came to differ.',
    ],
    options: [
      { flags: '--model <model...>', says: 'only these read models (accounts, bets, statement, ...)' },
      ...OUTPUT,
    ],
    schema: 'fairbook-diff/1',
    examples: [
      { line: 'ledger diff', says: 'does any screen show what the log does not say' },
      { line: 'ledger diff --model accounts bets', says: 'the same for two read models' },
    ],
    load: async () => (await import('../listings/diff.ts')).answerDiff,
  },
  {
    name: 'replay',
    summary: 'show the state that the log comes to at a moment: rules in force, accounts, open bets, games',
    details: [
      'Folds every event up to the moment by rules that share no code with the product. The state hash covers all that is listed except user names: anybody who replays the same log to the same ledger number gets the same one.',
    ],
    options: [
      AS_OF,
      {
        flags: '--only <part...>',
        says: 'only these parts; the state hash covers all',
        choices: SECTIONS.map(({ key }) => key),
      },
      SOURCE,
      ...OUTPUT,
    ],
    schema: 'fairbook-replay/1',
    examples: [
      { line: 'ledger replay --as-of 812', says: 'the whole state after ledger number 812' },
      {
        line: 'ledger replay --as-of 2026-11-20T18:30:00Z --only settings stops',
        says: 'which rules were in force at half past six',
      },
    ],
    load: async () => (await import('../listings/replay.ts')).answerReplay,
  },
]
