// What screen readers announce when the slip changes.
import { formatOdds } from '#ui/lib/odds-format.ts'
import { type Selection, selectionText } from './selection.ts'

const countText = (count: number) => `${count === 1 ? '1 selection' : `${count} selections`} in the bet slip.`

export function toggledText(before: Selection[], picked: Selection): string {
  const present = before.find((selection) => selection.eventId === picked.eventId)
  if (present === undefined)
    return `${selectionText(picked)} at ${formatOdds(picked.odds)} added. ${countText(before.length + 1)}`
  if (present.betKey === picked.betKey) return removedText(before, picked.betKey)
  return `${selectionText(picked)} at ${formatOdds(picked.odds)} replaces ${selectionText(present)}. ${countText(before.length)}`
}

export function removedText(before: Selection[], betKey: string): string {
  const removed = before.find((selection) => selection.betKey === betKey)
  return `${removed === undefined ? 'Selection' : selectionText(removed)} removed. ${countText(Math.max(0, before.length - 1))}`
}

/** Tells keyboard users about the shortcut from a price to the stake field: see the slip's use-stake-shortcut.ts. */
export const shortcutHint = (): string =>
  document.activeElement?.matches(':focus-visible') ? ' Press S for the stake.' : ''
