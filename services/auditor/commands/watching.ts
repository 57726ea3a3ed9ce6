// The command that follows a running ledger.
import { KEYS, WITNESSES } from '../proofs/kept.ts'
import type { CommandSpec } from './command.ts'
import { OUTPUT } from './options.ts'

export const WATCHING: readonly CommandSpec[] = [
  {
    name: 'watch',
    summary: 'follow a running ledger: check each new event and each new checkpoint as they come',
    details: [
      'Reads the log from its first event on, as verify does, and goes on where others end: new events are checked and folded within a second, every new checkpoint must be signed, and the log must have grown to it from the one verified before. Events are read again, round after round, so that one changed later is found. Read models and personal data are left to verify.',
      'With --url nothing is needed but an address and the key: the checkpoints and hashes that everybody may see (C2SP tlog-tiles) show whether it is one log that grows. Events are not read.',
      'A finding is reported at once, on a line of its own. Checkpoints that contradict each other are kept as files, since together they prove it. A lost connection is reported, and tried again after 1 s, 2 s, up to a minute; events appended in the meantime are checked then. The newest verified checkpoint is remembered, as with verify.',
      'With --once it ends after one look, with --for after that time, otherwise with Ctrl-C (130). Times look like 500ms, 10s, 5m or 2h.',
    ],
    options: [
      { flags: '--url <address>', says: 'watch what is public at this address, such as https://example.com/api/log' },
      { flags: '--checkpoint <file...>', says: 'signed checkpoints that you kept: the log must have grown from them' },
      KEYS,
      ...WITNESSES,
      { flags: '--once', says: 'look once, answer, end' },
      { flags: '--for <time>', says: 'end after this time' },
      { flags: '--every <time>', says: 'the time between two looks', default: '1s' },
      {
        flags: '--stale-after <time>',
        says: 'report a finding if the log grows and no event was signed for this long',
        default: '1m',
      },
      {
        flags: '--evidence <folder>',
        says: 'where checkpoints that contradict each other are kept, instead of $XDG_STATE_HOME/fairbook/evidence',
      },
      { flags: '--no-remember', says: 'neither begin with the checkpoint of the last call nor keep the newest' },
      ...OUTPUT,
    ],
    schema: 'fairbook-watch/1',
    examples: [
      { line: 'ledger watch', says: 'is anything wrong, from now on' },
      {
        line: 'ledger watch --url https://example.com/api/log --key name+0a1b2c3d+AX',
        says: 'from elsewhere, with nothing but the key: is it one log that grows',
      },
      {
        line: 'ledger watch --for 10m --json -o watch.jsonl',
        says: 'ten minutes of it for a program, one line for each message',
      },
    ],
    load: async () => (await import('../watch/watch-command.ts')).answerWatch,
  },
]
