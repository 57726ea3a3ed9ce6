import { useNavigate } from '@tanstack/react-router'
import { eventAddress } from '#ui/components/event-link.tsx'
import { FindDialog } from '#ui/components/search/find-dialog.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'
import { SearchOption } from './components/search-option.tsx'
import type { SearchHit } from './model/search-hits.ts'
import { useSearch } from './model/use-search.ts'

const texts = {
  ...messages.search,
  groups: messages.search,
  none: (term: string) => `${messages.search.none(term)} ${messages.search.noneHint}`,
  failed: (error: unknown) => messages.errors.loading(errorText(error)),
}

type SearchDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Finds a team's games, or a league, as its name is typed. */
export default function SearchDialog(props: SearchDialogProps) {
  const navigate = useNavigate()
  const go = (hit: SearchHit) => {
    if (hit.kind === 'game') void navigate(eventAddress(hit.game))
    else void navigate({ to: '/leagues/$leagueKey', params: { leagueKey: hit.league.key } })
  }
  return <FindDialog {...props} useFindings={useSearch} Option={SearchOption} texts={texts} onGo={go} />
}
