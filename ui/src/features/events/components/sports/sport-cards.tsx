import { Link } from '@tanstack/react-router'
import type { SportFamily } from '#services/contract/contract.ts'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { findSport } from '../../model/sports/sports.ts'

/** A card per sport: description, number of leagues, link. */
export function SportCards({ sports, as: Heading = 'h2' }: { sports: SportFamily[]; as?: 'h2' | 'h3' }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {sports.map((sport) => (
        <li
          key={sport.key}
          className="relative flex items-start gap-3.5 rounded-card border border-border bg-surface p-4 transition-colors hover:border-strong hover:bg-inset"
        >
          <span
            aria-hidden="true"
            className="flex size-11 shrink-0 items-center justify-center rounded-control bg-raised font-emoji text-[1.25rem]"
          >
            {findSport(sport.key)?.emoji ?? '🏆'}
          </span>
          <div className="min-w-0">
            <Heading className="text-section">
              <Link
                to="/sports/$sportKey"
                params={{ sportKey: sport.key }}
                className="after:absolute after:inset-0 after:rounded-card"
              >
                {sport.title}
              </Link>
            </Heading>
            {sport.description && (
              <p className="line-clamp-2 text-pretty text-muted text-second">{sport.description}</p>
            )}
            <p className="mt-1.5 font-medium text-label text-muted">
              {sport.leagues.length === 1 ? '1 league' : `${sport.leagues.length} leagues`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function SportCardsSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <Skeletons count={6} className="h-[6.25rem] rounded-card" />
    </div>
  )
}
