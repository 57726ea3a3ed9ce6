import { createFileRoute } from '@tanstack/react-router'
import { readBetSearch } from '#ui/features/bets/model/bet-search.ts'
import { MyBetsPage } from '#ui/features/bets/my-bets-page.tsx'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/_auth/my-bets')({
  validateSearch: knownSearch(readBetSearch),
  component: function MyBets() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return <MyBetsPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  },
})
