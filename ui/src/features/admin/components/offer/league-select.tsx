import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sportsQuery } from '#ui/data/sports.ts'

interface LeagueSelectProps {
  value: string
  onSelect: (key: string, title: string) => void
}

/** All leagues that are offered, by sport. */
export function LeagueSelect({ value, onSelect }: LeagueSelectProps) {
  const id = useId()
  const sports = useQuery(sportsQuery())
  const titleOf = (key: string) =>
    sports.data?.flatMap(({ leagues }) => leagues).find((league) => league.key === key)?.title ?? key
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-muted text-second">
        League
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onSelect(event.target.value, titleOf(event.target.value))}
        className="h-11 w-full min-w-0 rounded-control border border-strong bg-page px-3 text-body text-text focus-visible:border-accent"
      >
        <option value="">Select a league</option>
        {sports.data?.map(({ key, title, leagues }) => (
          <optgroup key={key} label={title}>
            {leagues.map((league) => (
              <option key={league.key} value={league.key}>
                {league.title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
