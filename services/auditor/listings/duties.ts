// What each admin did by hand for each bettor. Memory depends on the number of such pairs and of decisions by hand, not
// on the log.
import type { Body, EventType, Meta } from '../events/body.ts'
import type { LegSettled } from '../events/payloads.ts'
import type { State } from '../replay/state.ts'

export type Duty = {
  readonly person: string
  readonly bettor: string
  /** Ledger number of the account's opening. */
  openedBy: number | null
  fundedCents: number
  paidOutCents: number
  goodwillCents: number
  /** How many bets were struck at prices that the person set. */
  pricedBets: number
  /** How many endings of bets the person decided, asked for or approved, and what these returned. */
  settledBets: number
  settledCents: number
  /** Ledger number of the last of them. */
  settledLast: number | null
}

/** A person who decides what a bet returns should have no other part in the bettor's money. */
const EXCLUDED: readonly (readonly [name: string, has: (duty: Duty) => boolean])[] = [
  ['opened and settled', ({ openedBy }) => openedBy !== null],
  ['funded and settled', ({ fundedCents }) => fundedCents > 0],
  ['paid out and settled', ({ paidOutCents }) => paidOutCents > 0],
  ['goodwill and settled', ({ goodwillCents }) => goodwillCents > 0],
  ['priced and settled', ({ pricedBets }) => pricedBets > 0],
]

export const excludedOf = (duty: Duty): string[] =>
  duty.settledBets === 0 ? [] : EXCLUDED.filter(([, has]) => has(duty)).map(([name]) => name)

const DECIDES_GAMES: ReadonlySet<EventType> = new Set<EventType>([
  'ResultRecorded',
  'ResultCorrected',
  'FixtureAbandoned',
  'MarketDecided',
  'FixtureVoided',
])

export class Duties {
  readonly #pairs = new Map<string, Duty>()
  /** By '<fixture>@<version>': who decided a fixture by hand, and who set a price of the house. */
  readonly #decided = new Map<string, readonly string[]>()
  readonly #priced = new Map<string, string>()

  /** In the order of the first thing that was done for a bettor. */
  pairs(): Iterable<Duty> {
    return this.#pairs.values()
  }

  /** To be called for every event from the first. Only included ones are counted. */
  add(body: Body, number: number, state: State, isIncluded: boolean): void {
    const { type, data, meta, stream, version } = body
    const subject = stream.slice(stream.indexOf('-') + 1)
    if (DECIDES_GAMES.has(type)) {
      const people = decidersOf(body, state)
      if (people.length > 0) this.#decided.set(`${subject}@${version}`, people)
    } else if (type === 'HousePriceSet') this.#priced.set(`${subject}@${version}`, meta.actor.id)
    if (!isIncluded) return
    switch (type) {
      case 'AccountOpened':
        if (data.role === 'user' && state.accounts.has(data.openedBy))
          this.#of(data.openedBy, subject).openedBy = number
        break
      case 'TransferSent':
        if (!isByAdmin(meta)) break
        if (data.from === 'float') this.#of(meta.actor.id, data.to).fundedCents += data.amountCents
        else this.#of(meta.actor.id, subject).paidOutCents += data.amountCents
        break
      case 'GoodwillPromised':
        this.#of(subject, data.to).goodwillCents += data.amountCents
        break
      case 'BetPlaced':
        for (const person of this.#pricersOf(data.legs)) this.#of(person, subject).pricedBets += 1
        break
      case 'BetSettled':
        this.#settled(this.#behind(data.legs), subject, data.returnCents, number)
        break
      case 'BetVoided':
        this.#settled(decidersOf(body, state), subject, data.stakeCents, number)
        break
      case 'BetResettled': {
        const { settlement } = data
        const people = [...decidersOf(body, state), ...this.#behind(settlement?.legs ?? [])]
        this.#settled(people, subject, settlement?.returnCents ?? 0, number)
        break
      }
    }
  }

  #settled(people: readonly string[], bettor: string, returnCents: number, number: number): void {
    for (const person of new Set(people)) {
      const duty = this.#of(person, bettor)
      duty.settledBets += 1
      duty.settledCents += returnCents
      duty.settledLast = number
    }
  }

  /** The people who decided by hand what these legs were graded by. */
  #behind(legs: readonly LegSettled[]): readonly string[] {
    return legs.flatMap(({ fixture, result }) => this.#decided.get(`${fixture}@${result}`) ?? [])
  }

  #pricersOf(legs: readonly { readonly fixture: string; readonly price?: number }[]): ReadonlySet<string> {
    const pricers = legs.map(({ fixture, price }) => this.#priced.get(`${fixture}@${price}`))
    return new Set(pricers.filter((person) => person !== undefined))
  }

  #of(person: string, bettor: string): Duty {
    const key = `${person} ${bettor}`
    let duty = this.#pairs.get(key)
    if (duty === undefined) {
      const nothing = {
        fundedCents: 0,
        paidOutCents: 0,
        goodwillCents: 0,
        pricedBets: 0,
        settledBets: 0,
        settledCents: 0,
      }
      duty = { person, bettor, openedBy: null, ...nothing, settledLast: null }
      this.#pairs.set(key, duty)
    }
    return duty
  }
}

const isByAdmin = ({ actor }: Meta): boolean => actor.role === 'admin' || actor.role === 'super-admin'

/** The admins who decided, approved, or asked for what was approved. */
function decidersOf({ meta, stream }: Body, { streams }: State): readonly string[] {
  if (!isByAdmin(meta)) return []
  const approved = streams.get(stream)?.approved
  const asker = approved?.command === meta.command.id ? [approved.asked.by] : []
  return [meta.actor.id, ...asker, ...(meta.approval === undefined ? [] : [meta.approval.by])]
}
