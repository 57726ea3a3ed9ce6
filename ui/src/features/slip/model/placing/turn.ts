// One tab places at a time. What a tab stores is seen by another one some moments later: two that are pressed at once would both
// find that no bet is under way.

/** Until what this tab has stored is seen by the others. */
const SEEN_MS = 500

let release: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** False while another tab places. A tab that is closed gives its turn back. */
export function takeTurn(): Promise<boolean> {
  clearTimeout(timer)
  // absent on pages that were not loaded over https
  const locks: LockManager | null | undefined = navigator.locks
  if (release !== null || !locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    locks
      .request('fairbook.slip.place', { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        if (lock === null) return
        return new Promise<void>((done) => {
          release = done
        })
      })
      // refused by the browser: what is stored has to do
      .catch(() => resolve(true))
  })
}

export function endTurn(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    release?.()
    release = null
  }, SEEN_MS)
}
