// Checks notes of the desk about bettors: each has a commitment of its own.
import type { EventCheck } from '../../replay/event-check.ts'
import { customerOf } from '../play/caps.ts'

export function addNote(event: EventCheck<'NoteAdded'>): void {
  const { data, meta, place, subject, state, findings } = event
  if (customerOf(event) === null) return
  const { text } = data
  // every commitment has its own salt, so a repeated one was copied
  if (state.notes.has(text)) findings.at(place, 'note_repeated', 'a new commitment', text, subject)
  state.notes.set(text, {
    text,
    account: subject,
    number: place.number,
    by: meta.actor.id,
    at: meta.at,
    recordedAt: meta.recordedAt,
  })
}
