// Spreads few credits over the wished polls: each is made less often, the important ones least so. Pure.
import { DAY, HOUR } from '#services/platform/clock/durations.ts'

export type Wish = {
  readonly everyMs: number
  /** In credits. */
  readonly cost: number
  /** The share of the credits relative to others. Infinity: at any cost. */
  readonly weight: number
  /** After this long, what it reads is too old to be of use. */
  readonly lastsMs: number
}

/** A poll that would be less frequent than this is left out. */
const RAREST_MS = DAY

/**
 * The wishes with the intervals that `perHour` credits allow. If all are affordable, nothing changes. Otherwise each
 * gets its share by weight; what one does not need goes to the others. Free ones stay.
 */
export function affordable<W extends Wish>(wishes: readonly W[], perHour: number): W[] {
  const perHourOf = ({ cost, everyMs }: Wish) => (cost * HOUR) / everyMs
  const demand = wishes.reduce((sum, wish) => sum + perHourOf(wish), 0)
  if (demand <= perHour) return [...wishes]

  const granted = new Map<W, number>()
  const need = (wish: W) => perHourOf(wish) / wish.weight
  let left = perHour
  let weights = wishes.reduce((sum, { weight, cost }) => sum + (cost > 0 && Number.isFinite(weight) ? weight : 0), 0)
  // those that need least for their weight come first, so that what they leave goes to the rest
  for (const wish of wishes.toSorted((one, other) => need(one) - need(other))) {
    if (wish.cost === 0) continue
    const isUrgent = !Number.isFinite(wish.weight)
    const share = isUrgent ? perHourOf(wish) : Math.min(perHourOf(wish), (left * wish.weight) / weights)
    granted.set(wish, share)
    left = Math.max(0, left - share)
    if (!isUrgent) weights -= wish.weight
  }
  return wishes
    .map((wish) => {
      const share = granted.get(wish)
      return share === undefined ? wish : { ...wish, everyMs: Math.max(wish.everyMs, (wish.cost * HOUR) / share) }
    })
    .filter(({ everyMs }) => everyMs <= RAREST_MS)
}

/** Whether some wish is left out, or repeated only after its data has become too old. */
export function isStarved<W extends Wish>(wishes: readonly W[], affordableOnes: readonly W[]): boolean {
  return affordableOnes.length < wishes.length || affordableOnes.some(({ everyMs, lastsMs }) => everyMs > lastsMs)
}
