import { createFileRoute } from '@tanstack/react-router'
import { MainPage } from '#ui/features/events/main-page.tsx'
import { parseWhen } from '#ui/features/events/model/games/coming-filter.ts'
import { parseSportSearch } from '#ui/features/events/model/sports/sport-search.ts'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/')({
  validateSearch: knownSearch((search) => ({ ...parseSportSearch(search), ...parseWhen(search) })),
  component: function Main() {
    const { sport, when } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <MainPage
        sport={sport ?? null}
        onSport={(next) =>
          void navigate({
            search: ({ sport: _, ...rest }) => (next ? { ...rest, sport: next } : rest),
            resetScroll: false,
          })
        }
        when={when ?? null}
        onWhen={(next) =>
          void navigate({
            search: ({ when: _, ...rest }) => (next ? { ...rest, when: next } : rest),
            resetScroll: false,
          })
        }
      />
    )
  },
})
