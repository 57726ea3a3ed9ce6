// Logs that some games in the replies about a league cannot be read: once when it begins, and once when it ends.
import type { PollReport } from '../port.ts'

const WHAT = { odds: 'prices', events: 'schedule', scores: 'scores' } as const

export function createUnreadGames(log: (problem: string) => void): (report: PollReport) => void {
  const unreadBefore = new Set<string>()
  return ({ league, kind, unread }) => {
    const key = `${league}/${kind}`
    if (unread > 0 === unreadBefore.has(key)) return
    const answer = `the odds provider's answer about ${league} (${WHAT[kind]})`
    if (unread === 0) {
      unreadBefore.delete(key)
      log(`all of ${answer} can be read again`)
    } else {
      unreadBefore.add(key)
      const games = unread === 1 ? '1 game' : `${unread} games`
      log(
        `${games} in ${answer} cannot be read, or not all of the bookmakers; what to do: docs/runbooks/feed-silent.md`,
      )
    }
  }
}
