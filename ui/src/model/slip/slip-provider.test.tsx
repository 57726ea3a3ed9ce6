import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { buildSubmissions } from '#ui/features/slip/model/placing/bet-request.ts'
import { endSession, expireSession, startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { breakStorage } from '#ui/testing/storage.ts'
import { beginSubmissions } from './keep-submissions.ts'
import { type BetSubmission, SUBMISSIONS_STORAGE_KEY } from './pending-submissions.ts'
import { emptySlip } from './reducer.ts'
import { pick } from './selection.fixture.ts'
import { type Selection, selectionText } from './selection.ts'
import { useSlip } from './slip-context.ts'
import { SlipProvider } from './slip-provider.tsx'
import { readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'

const [arsenal, chelsea, napoli] = [pick('e1', 'Arsenal'), pick('e1', 'Chelsea', '3.40'), pick('e2', 'Napoli', '1.95')]
const overs = [pick('e3', 'Over', '1.90', 'totals', 2.5), pick('e3', 'Over', '2.80', 'totals', 3.5)]

/** What was stored right after the last pick, before React rendered it. */
let storedAtPick: Selection[] = []

function Probe() {
  const slip = useSlip()
  return (
    <>
      {[arsenal, chelsea, napoli, ...overs].map((selection) => (
        <button
          type="button"
          key={selection.betKey}
          aria-pressed={slip.isSelected(selection.betKey)}
          onClick={() => {
            slip.toggle(selection)
            storedAtPick = readSlip().selections
          }}
        >
          {selectionText(selection)}
        </button>
      ))}
      <button type="button" onClick={slip.clear}>
        Clear
      </button>
      <button
        type="button"
        onClick={() => {
          slip.add(chelsea)
          // Before React has rendered the first one.
          slip.add(chelsea)
        }}
      >
        Add twice
      </button>
      <output>{slip.isLocked ? 'locked' : slip.mode}</output>
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
const tellOtherTabs = (newValue = localStorage.getItem(SLIP_STORAGE_KEY)) =>
  void window.dispatchEvent(new StorageEvent('storage', { key: SLIP_STORAGE_KEY, newValue }))
/** This page gets no event of it. */
const otherTabPicks = (...selections: Selection[]) =>
  localStorage.setItem(SLIP_STORAGE_KEY, JSON.stringify({ ...emptySlip, selections }))
const announcement = () => screen.getAllByRole('status').at(-1)?.textContent

describe('the slip', () => {
  it('announces what a click did', async () => {
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    expect(announcement()).toContain('Arsenal at 2.10 added. 1 selection in the bet slip.')
    await user.click(screen.getByText('Napoli'))
    expect(announcement()).toContain('Napoli at 1.95 added. 2 selections in the bet slip.')
    await user.click(screen.getByText('Chelsea'))
    expect(announcement()).toContain('Chelsea at 3.40 replaces Arsenal. 2 selections in the bet slip.')
    expect(pressed()).toEqual(['Chelsea', 'Napoli'])
    await user.click(screen.getByText('Napoli'))
    expect(announcement()).toContain('Napoli removed. 1 selection in the bet slip.')
    await user.click(screen.getByText('Clear'))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
    await user.click(screen.getByText('Over 3.5'))
    await user.click(screen.getByText('Over 2.5'))
    expect(announcement()).toContain('Over 2.5 at 1.90 replaces Over 3.5. 1 selection in the bet slip.')
    await user.click(screen.getByText('Over 2.5'))
    expect(announcement()).toContain('Over 2.5 removed. 0 selections in the bet slip.')
  })

  it('survives a reload and signing in', async () => {
    const first = await open()
    await first.user.click(screen.getByText('Arsenal'))
    first.unmount()
    await open()
    expect(pressed()).toEqual(['Arsenal'])
    act(() => startSession({ user: aUser(), token: 't' }))
    expect(pressed()).toEqual(['Arsenal'])
  })

  it('is empty after a sign-out, here and in storage', async () => {
    startSession({ user: aUser(), token: 't' })
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    act(endSession)
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
    expect(readSlip()).toEqual(emptySlip)
  })

  it('is kept for its owner when the session expires, and is not shown to anyone else', async () => {
    const owner = aUser()
    startSession({ user: owner, token: 't' })
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    act(() => void expireSession('t'))
    expect(pressed()).toEqual(['Arsenal'])
    act(() => startSession({ user: owner, token: 'u' }))
    expect(pressed()).toEqual(['Arsenal'])
    act(() => void expireSession('u'))
    act(() => startSession({ user: aUser({ id: 'somebody' }), token: 'v' }))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
  })

  it('belongs to whoever cleared and filled it last', async () => {
    startSession({ user: aUser(), token: 't' })
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    await user.click(screen.getByText('Clear'))
    await user.click(screen.getByText('Napoli'))
    act(() => void expireSession('t'))
    await user.click(screen.getByText('Clear'))
    await user.click(screen.getByText('Chelsea'))
    act(() => startSession({ user: aUser({ id: 'somebody' }), token: 'u' }))
    expect(pressed()).toEqual(['Chelsea'])
  })

  it('follows another tab', async () => {
    await open()
    writeSlip({ ...emptySlip, selections: [napoli] })
    const write = vi.spyOn(localStorage, 'setItem')
    act(() => tellOtherTabs())
    expect(pressed()).toEqual(['Napoli'])
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  it('keeps a pick made before the event of another tab’s older change arrives', async () => {
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    act(() => tellOtherTabs(JSON.stringify(emptySlip)))
    expect(pressed()).toEqual(['Arsenal'])
    expect(readSlip().selections).toEqual([arsenal])
  })

  it('adds a pick to those of another tab that this page does not know yet', async () => {
    const { user } = await open()
    otherTabPicks(napoli)
    await user.click(screen.getByText('Arsenal'))
    expect(storedAtPick).toEqual([napoli, arsenal])
    expect(pressed()).toEqual(['Arsenal', 'Napoli'])
  })

  it('keeps picks made in two tabs at once', async () => {
    const { user } = await open()
    otherTabPicks(arsenal)
    await user.click(screen.getByText('Arsenal'))
    expect(storedAtPick).toEqual([arsenal])
    expect(pressed()).toEqual(['Arsenal'])
    await user.click(screen.getByText('Arsenal'))
    expect(storedAtPick).toEqual([])
  })

  it('announces what was added, and leaves what another tab has added already', async () => {
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    await user.click(screen.getByText('Add twice'))
    expect(announcement()).toBe('Chelsea at 3.40 replaces Arsenal. 1 selection in the bet slip.')
    await user.click(screen.getByText('Add twice'))
    expect(announcement()).toBe('Chelsea at 3.40 replaces Arsenal. 1 selection in the bet slip.')
    expect(pressed()).toEqual(['Chelsea'])
    await user.click(screen.getByText('Clear'))
    otherTabPicks(napoli, chelsea)
    await user.click(screen.getByText('Add twice'))
    expect(readSlip().selections).toEqual([napoli, chelsea])
    expect(pressed()).toEqual(['Chelsea', 'Napoli'])
  })

  it('lives as long as the page where storage is full', async () => {
    const { user } = await open()
    await user.click(screen.getByText('Napoli'))
    const restore = breakStorage('setItem')
    await user.click(screen.getByText('Arsenal'))
    await user.click(screen.getByText('Over 2.5'))
    await user.click(screen.getByText('Add twice'))
    await user.click(screen.getByText('Arsenal'))
    restore()
    act(() => tellOtherTabs())
    expect(pressed()).toEqual(['Arsenal', 'Napoli', 'Over 2.5'])
    await user.click(screen.getByText('Napoli'))
    expect(storedAtPick).toEqual([arsenal, overs[0]])
  })

  it('stores a pick before the page renders again', async () => {
    const { user } = await open()
    await user.click(screen.getByText('Arsenal'))
    expect(storedAtPick).toEqual([arsenal])
  })

  const onArsenal = () => buildSubmissions('singles', [{ selection: arsenal, odds: '2.10', stakeCents: 100 }], 'none')
  /** What another tab stores when it sends a bet, and when it has received the answer. */
  const otherTabAwaits = (accountId: string, submissions: BetSubmission[]) => {
    localStorage.setItem(SUBMISSIONS_STORAGE_KEY, JSON.stringify({ [accountId]: submissions }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SUBMISSIONS_STORAGE_KEY })))
  }
  async function expectLock({ user }: Awaited<ReturnType<typeof open>>) {
    expect(screen.getByText('locked')).toBeShown()
    await user.click(screen.getByText('Napoli'))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
    expect(announcement()).toContain('is not confirmed yet')
  }

  it('is locked while another tab’s bet has no answer, and unlocked once it has', async () => {
    const user = aUser()
    startSession({ user, token: 't' })
    const view = await open()
    expect(screen.getByText('singles')).toBeShown()
    otherTabAwaits(user.id, onArsenal())
    await expectLock(view)
    otherTabAwaits(user.id, [])
    expect(screen.getByText('singles')).toBeShown()
    otherTabAwaits('somebody', onArsenal())
    expect(screen.getByText('singles')).toBeShown()
  })

  it('is locked after a reload and a sign-in while a bet has no answer', async () => {
    const user = aUser()
    beginSubmissions(user.id, onArsenal())
    startSession({ user, token: 't' })
    const view = await open()
    await expectLock(view)
    act(() => void expireSession('t'))
    expect(screen.getByText('singles')).toBeShown()
    act(() => startSession({ user, token: 'u' }))
    await expectLock(view)
  })

  it('is not locked by the pending bet of another account', async () => {
    beginSubmissions('somebody', onArsenal())
    startSession({ user: aUser(), token: 't' })
    await open()
    expect(screen.getByText('singles')).toBeShown()
  })
})
