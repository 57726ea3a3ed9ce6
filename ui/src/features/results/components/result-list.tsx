import { Flag } from '#ui/components/flag.tsx'
import type { LeagueResults, SportResults } from '../model/result-groups.ts'
import { ResultRow } from './result-row.tsx'

export function ResultList({ sports }: { sports: SportResults[] }) {
  return sports.map(({ key, name, leagues }) => (
    <section key={key} aria-labelledby={`results-${key}`} className="mt-6 first:mt-0">
      <h2 id={`results-${key}`} className="mb-2 text-section">
        {name}
      </h2>
      <div className="flex flex-col gap-3">
        {leagues.map((league) => (
          <League key={league.key} league={league} />
        ))}
      </div>
    </section>
  ))
}

/** Cards below the screen are not laid out until they are scrolled to. */
function League({ league: { title, country, games } }: { league: LeagueResults }) {
  return (
    <div
      // Its final height, as long as nothing wraps: otherwise the content below would move when it is laid out.
      style={{ containIntrinsicSize: `auto calc(2.25rem + ${games.length} * 3.25rem + ${games.length - 1}px)` }}
      className="overflow-hidden rounded-card border border-border bg-surface [content-visibility:auto]"
    >
      <h3 className="flex min-h-9 items-center gap-2.5 border-border border-b bg-inset px-4 py-1 font-semibold text-second">
        <Flag country={country} />
        <span className="min-w-0">{title}</span>
      </h3>
      <ul>
        {games.map((game) => (
          <li key={game.id} className="border-border border-t first:border-t-0">
            <ResultRow game={game} />
          </li>
        ))}
      </ul>
    </div>
  )
}
