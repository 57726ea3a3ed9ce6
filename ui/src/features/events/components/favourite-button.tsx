import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { messages } from '#ui/lib/messages.ts'
import { toggleFavourite, useFavourites } from '../model/favourites.ts'

type FavouriteButtonProps = {
  /** The key: see leagueFavourite, teamFavourite. */
  favourite: string
  /** 'Arsenal' */
  name: string
  className?: string
}

/** The star beside a league or a team. Drawn small, but with a touch target of 44 px. */
export function FavouriteButton({ favourite, name, className }: FavouriteButtonProps) {
  const isSet = useFavourites().has(favourite)
  const label = isSet ? messages.favourites.remove(name) : messages.favourites.add(name)
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => toggleFavourite(favourite)}
      className={clsx(
        'relative z-10 flex size-6 shrink-0 items-center justify-center rounded-sm after:absolute after:-inset-2.5 hover:text-text',
        isSet ? 'text-warning' : 'text-muted',
        className,
      )}
    >
      <Star aria-hidden="true" className={clsx('size-3.5', isSet && 'fill-current')} />
    </button>
  )
}
