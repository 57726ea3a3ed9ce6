import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attemptsOf } from '#ui/features/slip/model/submit-bet.ts'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { ATTEMPTS_STORAGE_KEY, writeAttempts } from './pending-submissions.ts'
import { emptySlip } from './reducer.ts'
import { pick } from './selection.fixture.ts'
import { SlipProvider, useSlip } from './slip-context.tsx'
import { SLIP_STORAGE_KEY } from './storage.ts'

const [arsenal, chelsea, napoli] = [pick('e1', 'Arsenal'), pick('e1', 'Chelsea', '3.40'), pick('e2', 'Napoli', '1.95')]

function Probe() {
  const slip = useSlip()
  return (
    <>
      {[arsenal, chelsea, napoli].map((selection) => (
        <button
          type="button"
          key={selection.betKey}
          aria-pressed={slip.isSelected(selection.betKey)}
          onClick={() => slip.toggle(selection)}
        >
          {selection.selection}
        </button>
      ))}
      <button type="button" onClick={slip.clear}>
        Clear
      </button>
      <output>{slip.locked ? 'locked' : slip.mode}</output>
    </>
  )
}
const open = () =>
  renderPage(
    <SlipProvider>
      <Probe />
    </SlipProvider>,
  )
const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)
const said = () => screen.getAllByRole('status').at(-1)?.textContent

describe('the slip around the pages', () => {
  it('says what a click did', async () => {
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    expect(said()).toContain('Arsenal at 2.10 added. 1 selection in the bet slip.')
    await user.click(screen.getByText('Napoli'))
    expect(said()).toContain('Napoli at 1.95 added. 2 selections in the bet slip.')
    await user.click(screen.getByText('Chelsea'))
    expect(said()).toContain('Chelsea at 3.40 replaces Arsenal. 2 selections in the bet slip.')
    expect(pressed()).toEqual(['Chelsea', 'Napoli'])
    await user.click(screen.getByText('Napoli'))
    expect(said()).toContain('Napoli removed. 1 selection in the bet slip.')
    await user.click(screen.getByText('Clear'))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
  })

  it('is there again after a reload, and after signing in', async () => {
    const first = await open()
    await first.user.click(screen.getByText('Arsenal'))
    first.unmount()
    await open()
    expect(pressed()).toEqual(['Arsenal'])
    act(() => startSession({ user: aUser(), token: 't' }))
    expect(pressed()).toEqual(['Arsenal'])
  })

  it('follows another tab', async () => {
    await open()
    const elsewhere = JSON.stringify({ ...emptySlip, selections: [napoli] })
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SLIP_STORAGE_KEY, newValue: elsewhere })))
    expect(pressed()).toEqual(['Napoli'])
  })

  it('stays as it is while a bet has no answer, until another tab has it', async () => {
    const user = aUser()
    const attempts = attemptsOf('singles', [{ selection: arsenal, odds: '2.10', stakeCents: 100 }], 'none')
    writeAttempts(user.id, attempts)
    startSession({ user, token: 't' })
    const view = await open()
    expect(screen.getByText('locked')).toBeShown()
    await view.user.click(screen.getByText('Napoli'))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
    expect(said()).toContain('has no answer yet')
    writeAttempts(user.id, [])
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: ATTEMPTS_STORAGE_KEY })))
    expect(screen.getByText('singles')).toBeShown()
  })

  it('is nobody else’s: an open bet of one account does not hold up the next', async () => {
    writeAttempts('somebody', attemptsOf('singles', [{ selection: arsenal, odds: '2.10', stakeCents: 100 }], 'none'))
    startSession({ user: aUser(), token: 't' })
    await open()
    expect(screen.getByText('singles')).toBeShown()
  })
})
