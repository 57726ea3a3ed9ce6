import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { inputStyle } from '#ui/components/ui/field.tsx'
import { sportsQuery } from '#ui/data/sports.ts'

interface LeagueSelectProps {
  value: string
  error?: string | undefined
  onSelect: (key: string, title: string) => void
}

/** A choice of all leagues on offer, by sport. */
export function LeagueSelect({ value, error, onSelect }: LeagueSelectProps) {
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
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onSelect(event.target.value, titleOf(event.target.value))}
        className={inputStyle}
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
      {error && (
        <p id={`${id}-error`} className="text-lost text-second">
          {error}
        </p>
      )}
    </div>
  )
}
