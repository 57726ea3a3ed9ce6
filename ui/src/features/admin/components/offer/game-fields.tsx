import { CheckField, TextField } from '#ui/components/ui/field.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import type { GameDraft, GameFaults } from '../../model/offer/edited-games.ts'
import { MomentField } from '../desk/filters/date-filter.tsx'
import { LeagueSelect } from './league-select.tsx'

interface GameFieldsProps {
  game: GameDraft
  /** By field; empty until the first attempt to save. */
  faults: GameFaults
  onChange: (change: Partial<GameDraft>) => void
}

/** The fields of a game of the house. Its teams are fixed once it was saved; its start and its price are not. */
export function GameFields({ game, faults, onChange }: GameFieldsProps) {
  const isNew = game.source === 'new'
  const text = (field: 'home' | 'away' | 'homeOdds' | 'draw' | 'awayOdds') => ({
    value: game[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => {
      const isPrice = field === 'homeOdds' || field === 'draw' || field === 'awayOdds'
      // A changed price has to be confirmed again.
      onChange({ [field]: event.target.value, ...(isPrice ? { confirmed: false } : {}) })
    },
  })
  const price = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <div className="flex flex-col gap-4">
      {isNew && (
        <div className="grid gap-4 md:grid-cols-3">
          <LeagueSelect
            value={game.league}
            error={faults.league}
            onSelect={(league, leagueTitle) => onChange({ league, leagueTitle })}
          />
          <TextField label="Home team" autoComplete="off" {...text('home')} />
          <TextField label="Away team" autoComplete="off" {...text('away')} />
        </div>
      )}
      <div className="grid gap-4 md:grid-cols-4">
        <MomentField
          label={admin.startInParis}
          value={game.startsAt || undefined}
          error={faults.startsAt}
          onChange={(startsAt = '') => onChange({ startsAt })}
        />
        <TextField label="Home odds" {...price} {...text('homeOdds')} />
        <TextField label="Draw odds" placeholder={admin.noDraw} {...price} {...text('draw')} />
        <TextField label="Away odds" {...price} {...text('awayOdds')} />
      </div>
      <CheckField
        label={admin.confirmOdds}
        checked={game.confirmed}
        onChange={(event) => onChange({ confirmed: event.target.checked })}
      />
    </div>
  )
}
