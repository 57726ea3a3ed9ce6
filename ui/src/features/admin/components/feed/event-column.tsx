import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import type { Column } from '../desk/table/column.ts'

/** The column with the teams of a row's event. */
export const eventColumn: Column<{ readonly home_team: string; readonly away_team: string }> = {
  key: 'event',
  title: texts.event,
  isName: true,
  cell: ({ home_team, away_team }) => (
    <span className="font-medium">
      {home_team} vs {away_team}
    </span>
  ),
}
