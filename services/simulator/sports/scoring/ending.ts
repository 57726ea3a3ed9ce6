// What overtime adds to a level score.

/** How likely these points are. With no endings at all, level scores stand. */
export type Ending = { readonly home: number; readonly away: number; readonly chance: number }
type Shares = readonly (readonly [points: number, share: number])[]
type Endings = {
  readonly most: number
  readonly home: Shares
  readonly away: Shares
  readonly total: Shares
  readonly margin: Shares
}

const known = new WeakMap<readonly Ending[], Endings>()

/** What the endings add for each side, together and separately. */
export function endingsOf(endings: readonly Ending[]): Endings {
  let found = known.get(endings)
  if (found === undefined) {
    const shares = (points: (ending: Ending) => number): Shares => {
      const sums = new Map<number, number>()
      for (const ending of endings) sums.set(points(ending), (sums.get(points(ending)) ?? 0) + ending.chance)
      return [...sums]
    }
    found = {
      most: endings.reduce((most, { home, away }) => Math.max(most, home, away), 0),
      home: shares(({ home }) => home),
      away: shares(({ away }) => away),
      total: shares(({ home, away }) => home + away),
      margin: shares(({ home, away }) => home - away),
    }
    known.set(endings, found)
  }
  return found
}
