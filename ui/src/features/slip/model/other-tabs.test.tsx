import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { endSession, readSession } from '#ui/lib/session.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { type BetSubmission, readSubmissions, SUBMISSIONS_STORAGE_KEY } from '#ui/model/slip/pending-submissions.ts'
import { emptySlip } from '#ui/model/slip/reducer.ts'
import { selectionOf } from '#ui/model/slip/selection.ts'
import { writeSlip } from '#ui/model/slip/storage.ts'
import { server } from '#ui/testing/server.ts'
import {
  acceptBet,
  arsenal,
  open,
  pickTeams,
  placeButton,
  placed,
  resetServer,
  serve,
  signIn,
  stake,
} from '../testing/slip.harness.tsx'
import { buildSubmissions } from './placing/bet-request.ts'

beforeEach(resetServer)

const account = () => readSession()!.user.id
const pendingKeys = () => readSubmissions(account()).map(({ key }) => key)

/** A bet on the same game that another tab has just sent. */
const theirBet = (): BetSubmission =>
  buildSubmissions(
    'singles',
    [{ selection: selectionOf(arsenal, 'h2h', 0)!, odds: '2.10', stakeCents: 2_000 }],
    'none',
  )[0]!
/** This page gets no event of it. */
const otherTabHas = (...submissions: BetSubmission[]) =>
  submissions.length === 0
    ? localStorage.removeItem(SUBMISSIONS_STORAGE_KEY)
    : localStorage.setItem(SUBMISSIONS_STORAGE_KEY, JSON.stringify({ [account()]: submissions }))
const tell = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SUBMISSIONS_STORAGE_KEY })))
const isUnanswered = () => screen.findByText(/We do not know yet whether this bet was placed/)

async function openWithStake() {
  signIn()
  const view = await open()
  await pickTeams(view, 'Arsenal')
  await view.user.type(stake(), '20')
  return view
}

/** Holds back replies to the path until released. */
function hold(path: string, method: 'get' | 'post', reply: (request: Request) => Promise<Response>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  server.use(
    http[method](path, async ({ request }) => {
      asked += 1
      await promise
      return reply(request)
    }),
  )
  return { release: resolve, isAsked: () => waitFor(() => expect(asked).toBeGreaterThan(0)) }
}
const holdCheck = () => hold('/api/sports/:key', 'get', async () => HttpResponse.json([arsenal]))
const holdBet = () =>
  hold('/api/bets/place-bet', 'post', async (request) => acceptBet((await request.json()) as never, 1))

describe('while another tab’s bet has no answer', () => {
  it('the slip is locked, and its bet can be sent again with its key', async () => {
    const view = await openWithStake()
    const theirs = theirBet()
    otherTabHas(theirs)
    tell()
    expect(await isUnanswered()).toBeShown()
    expect(screen.queryByText(/timed out/)).toBeNull()
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('dialog')
    expect(placed.map(({ key }) => key)).toEqual([theirs.key])
    expect(pendingKeys()).toEqual([])
  })

  it('the same slip is not placed here, even before this page knows of that bet', async () => {
    const view = await openWithStake()
    const theirs = theirBet()
    otherTabHas(theirs)
    await view.user.click(placeButton())
    expect(await isUnanswered()).toBeShown()
    expect(screen.getByText(/^Your last bet is not confirmed yet/)).toBeShown()
    expect(placed).toEqual([])
    expect(pendingKeys()).toEqual([theirs.key])
    otherTabHas()
    tell()
    expect(placeButton().textContent).toBe('Place bet · €20.00')
  })

  it('the slip is not placed if the bet was sent while the odds were checked here', async () => {
    const view = await openWithStake()
    const check = holdCheck()
    await view.user.click(placeButton())
    await check.isAsked()
    otherTabHas(theirBet())
    tell()
    check.release()
    expect(await isUnanswered()).toBeShown()
    expect(placed).toEqual([])
  })

  it('an answer here removes only its own key, and the slip stays locked', async () => {
    const view = await openWithStake()
    const bet = holdBet()
    await view.user.click(placeButton())
    await bet.isAsked()
    const theirs = theirBet()
    otherTabHas(...readSubmissions(account()), theirs)
    tell()
    bet.release()
    await view.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
    expect(pendingKeys()).toEqual([theirs.key])
    expect(await isUnanswered()).toBeShown()
  })
})

it('shows no error for a lost answer that another tab has received', async () => {
  const view = await openWithStake()
  serve(() => HttpResponse.error())
  await view.user.click(placeButton())
  expect(await screen.findAllByText('Failed to place bet.')).not.toEqual([])
  otherTabHas()
  tell()
  expect(placeButton().textContent).toBe('Place bet · €20.00')
  expect(screen.queryByText('Failed to place bet.', { selector: '[data-slip] *' })).toBeNull()
})

it('places nothing if the bettor signs out while the odds are checked, and is not locked afterwards', async () => {
  const view = await openWithStake()
  const check = holdCheck()
  await view.user.click(placeButton())
  await check.isAsked()
  act(endSession)
  check.release()
  await waitFor(async () => {
    await pickTeams(view, 'Napoli')
    expect(screen.getByRole('button', { name: 'Pick Napoli' }).getAttribute('aria-pressed')).toBe('true')
  })
  expect(placed).toEqual([])
})

const elsewhere = 'Another tab has placed or changed this slip. Nothing was placed here.'
/** The notifications shown from now until the end of the test. */
function notices(): string[] {
  const said: string[] = []
  onTestFinished(receiveToasts(({ message }) => void said.push(message)))
  return said
}

it('places nothing that another tab placed while the odds were checked here, and says so', async () => {
  const view = await openWithStake()
  const check = holdCheck()
  await view.user.click(placeButton())
  await check.isAsked()
  writeSlip(emptySlip)
  const said = notices()
  check.release()
  await waitFor(() => expect(said).toEqual([elsewhere]))
  expect(placed).toEqual([])
})

it('places nothing while another tab is placing, even before its bets are visible here', async () => {
  const locks = { request: async (_: string, __: object, act: (lock: null) => unknown) => act(null) }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const view = await openWithStake()
  const said = notices()
  await view.user.click(placeButton())
  await waitFor(() => expect(said).toEqual([elsewhere]))
  expect(placed).toEqual([])
})
