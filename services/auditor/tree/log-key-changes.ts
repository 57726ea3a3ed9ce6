// Checks changes of the log's key, which the notary records.
import type { EventCheck } from '../replay/event-check.ts'
import { isEndorsed } from './log-keys.ts'
import { readVerifierKey } from './signed-note.ts'

const NOTARY = '10639000000000000000000000000001'

export function changeLogKey(event: EventCheck<'LogKeyChanged'>): void {
  const { data, meta, place, subject, state, findings } = event
  const { key, replaces, why, signed, endorsement, trustedTo } = data
  const { keyChanges } = state
  const last = keyChanges.at(-1)
  const wrong = (expected: unknown, actual: unknown) => findings.at(place, 'key_change_wrong', expected, actual)
  if (meta.actor.role !== 'system') findings.at(place, 'actor_implausible', 'the product', meta.actor.id, meta.actor.id)
  if (subject !== NOTARY) wrong(`notary-${NOTARY}`, `notary-${subject}`)
  for (const one of [key, replaces]) if (readVerifierKey(one) === null) wrong('a verifier key for Ed25519', one)
  if (last !== undefined && last.key !== replaces) wrong(`replaces ${last.key}`, `replaces ${replaces}`)
  if (key === replaces || keyChanges.some((one) => one.replaces === key))
    wrong('a key that was not in force before', key)
  const least = last?.signed ?? 0
  // what the old key signed was in the log before this event
  if (signed < least || signed > place.number) wrong(`from ${least} to ${place.number} events signed`, signed)
  const endorsed = isEndorsed(data)
  if (why === 'rotated' ? !endorsed : endorsement !== undefined) {
    wrong(why === 'rotated' ? `an endorsement of ${key} by ${replaces}` : 'no endorsement', endorsement ?? 'none')
  }
  if ((why === 'compromised') !== (trustedTo !== undefined)) wrong(`trustedTo where a key is compromised`, why)
  if (trustedTo !== undefined && trustedTo > signed) wrong(`at most ${signed} events trusted`, trustedTo)
  keyChanges.push({ ...data, number: place.number, isEndorsed: endorsed })
}
