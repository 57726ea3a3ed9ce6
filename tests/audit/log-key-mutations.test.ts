// The rules about the log's key, each tested with a log in which one thing is wrong.
import { beforeAll } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { changeLogKeys, endorsed, logKey } from '../corpus/log-keys.ts'
import { idOf } from '../corpus/script.ts'
import { corpusLog, type Draft, type Mutation, set, testMutations, twice } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(changeLogKeys)
})

const being = (why: string) => (draft: Draft) => (draft.data as { why: string }).why === why
const without =
  (field: string) =>
  (draft: Draft): Draft => {
    delete (draft.data as Record<string, unknown>)[field]
    return draft
  }
const TYPE = 'LogKeyChanged'
const WRONG = 'key_change_wrong'
const CASES: readonly Mutation[] = [
  ['of a key that was not in force', WRONG, TYPE, set({ 'data.replaces': logKey(9) }), being('lost')],
  ['to a key that was replaced', WRONG, TYPE, set({ 'data.key': logKey(1) }), being('lost')],
  ['to itself', WRONG, TYPE, set({ 'data.key': logKey(3) }), being('lost')],
  ['twice', WRONG, TYPE, twice, being('lost')],
  ['to what is no key', WRONG, TYPE, set({ 'data.key': 'none' }), being('lost')],
  ['of what is no key', WRONG, TYPE, set({ 'data.replaces': 'none' }), being('rotated')],
  ['before the last one', WRONG, TYPE, set({ 'data.signed': 4 }), being('lost')],
  ['after more events than there were', WRONG, TYPE, set({ 'data.signed': 8 }), being('lost')],
  ['without an endorsement', WRONG, TYPE, without('endorsement'), being('rotated')],
  ['with an endorsement of another key', WRONG, TYPE, set({ 'data.endorsement': endorsed(1, 3, 2) }), being('rotated')],
  ['with one from elsewhere on', WRONG, TYPE, set({ 'data.endorsement': endorsed(1, 2, 1) }), being('rotated')],
  ['with one by another key', WRONG, TYPE, set({ 'data.endorsement': endorsed(2, 2, 2) }), being('rotated')],
  ['with one that is no note', WRONG, TYPE, set({ 'data.endorsement': 'endorsed' }), being('rotated')],
  ['endorsed by a key that was lost', WRONG, TYPE, set({ 'data.endorsement': endorsed(3, 4, 6) }), being('lost')],
  ['that says a rotation was a loss', WRONG, TYPE, set({ 'data.why': 'lost' }), being('rotated')],
  ['that does not say what counts', WRONG, TYPE, without('trustedTo'), being('compromised')],
  ['that counts more than was signed', WRONG, TYPE, set({ 'data.trustedTo': 6 }), being('compromised')],
  ['that takes worth from a lost key', WRONG, TYPE, set({ 'data.trustedTo': 1 }), being('lost')],
  ['on another stream', WRONG, TYPE, set({ stream: `notary-${idOf('x')}` }), being('lost')],
  ['for no reason that there is', 'schema_mismatch', TYPE, set({ 'data.why': 'bored' }), being('lost')],
  ['by somebody', 'actor_implausible', TYPE, set({ 'meta.actor': { id: idOf('cy'), role: 'user' } }), being('lost')],
]

testMutations(() => log, CASES, 'a change of the key ')
