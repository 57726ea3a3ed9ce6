// The invariant of play limits, from all bets of an account: sums up again what the deciders keep as running sums.
import type { BetPlaced } from '../../bet/bet-events.ts'
import { periodsAt } from '../../calendar/periods.ts'
import type { BreakTaken, PlayLimitSet } from '../../play/play-events.ts'
import { LIMIT_KINDS, type LimitKind, PLAY_PERIODS, type PlayPeriod } from '../../play/play-terms.ts'
import type { ReportBreach } from './bet-invariants.ts'

type CountedBet = { readonly at: string; readonly stakeCents: number; returnCents: number | null }
type Play = {
  readonly bets: Map<string, CountedBet>
  readonly limits: (PlayLimitSet & { readonly at: string })[]
  readonly breaks: BreakTaken[]
}

export class PlayInvariants {
  readonly #accounts = new Map<string, Play>()

  place(stream: string, { bet, stakeCents }: BetPlaced, at: string, breach: ReportBreach): void {
    const { bets, limits, breaks } = this.#of(stream)
    if (breaks.some(({ until }) => until === null || at < until)) breach(11, `bet ${bet} was placed during a break`)
    bets.set(bet, { at, stakeCents, returnCents: null })
    if (limits.length === 0) return
    for (const kind of LIMIT_KINDS) {
      for (const period of PLAY_PERIODS) {
        const limitCents = inForce(limits, kind, period, at)
        const counted = [...bets.values()].filter(
          (one) => periodsAt(one.at)[period].from === periodsAt(at)[period].from,
        )
        const used = counted.reduce((sum, one) => sum + (kind === 'stake' ? staked(one) : lost(one)), 0)
        if (limitCents !== null && used > limitCents)
          breach(11, `bet ${bet} takes the ${kind} of a ${period} to ${used}, above ${limitCents}`)
      }
    }
  }

  /** `returnCents` null: the bet is open again. */
  settle(stream: string, bet: string, returnCents: number | null): void {
    const known = this.#of(stream).bets.get(bet)
    if (known !== undefined) known.returnCents = returnCents
  }

  setLimit(stream: string, set: PlayLimitSet, at: string, breach: ReportBreach): void {
    const { limits } = this.#of(stream)
    const before = inForce(limits, set.kind, set.period, at)
    const isHigher = before !== null && (set.amountCents === null || set.amountCents > before)
    if (isHigher && Date.parse(set.effectiveAt) - Date.parse(at) < 86_400_000) breach(11, 'a limit was raised at once')
    limits.push({ ...set, at })
  }

  takeBreak(stream: string, taken: BreakTaken): void {
    this.#of(stream).breaks.push(taken)
  }

  #of(stream: string): Play {
    const known = this.#accounts.get(stream)
    if (known !== undefined) return known
    const play: Play = { bets: new Map(), limits: [], breaks: [] }
    this.#accounts.set(stream, play)
    return play
  }
}

const staked = ({ stakeCents, returnCents }: CountedBet): number => (returnCents === stakeCents ? 0 : stakeCents)
const lost = ({ stakeCents, returnCents }: CountedBet): number => stakeCents - (returnCents ?? 0)

/** The newest limit that had taken effect; one that was replaced before its time never did. */
function inForce(limits: Play['limits'], kind: LimitKind, period: PlayPeriod, at: string): number | null {
  const sets = limits.filter((one) => one.kind === kind && one.period === period)
  const taken = sets.filter((one, n) => one.effectiveAt <= at && one.effectiveAt <= (sets[n + 1]?.at ?? at))
  return taken.at(-1)?.amountCents ?? null
}
