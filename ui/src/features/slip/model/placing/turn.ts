// Only one tab places at a time. What one tab stores becomes visible to others some moments later: two tabs that place
// at the same moment would both find no bet under way.

/** How long it may take until other tabs see what this one has stored. */
const SEEN_MS = 500

let release: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** False while another tab is placing. Closing a tab ends its turn. */
export function takeTurn(): Promise<boolean> {
  clearTimeout(timer)
  // The Web Locks API is missing on pages that were not loaded over https.
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
      // The browser refused the lock: the check of what is stored has to suffice.
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
