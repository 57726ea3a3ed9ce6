import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { notesQuery } from '../../../api/customers.ts'
import { TrailLink } from '../../desk/sentence.tsx'

/** The notes about a customer, newest first, or a text if there are none. For loading and errors see `QueryState`. */
export function Notes({ id }: { id: string }) {
  const query = useInfiniteQuery({ ...notesQuery(id), select: ({ pages }) => pages.flatMap(({ notes }) => notes) })
  return (
    <>
      <QueryState
        query={query}
        loading={customers.notesLoading}
        skeleton={<Skeletons count={2} className="h-10" />}
        errorMessage={(error) => errorText(error, customers.notesFailed)}
        empty={<p className="text-body text-muted">{customers.noNotes}</p>}
      >
        {(notes) => (
          <ul aria-label={customers.notes} className="flex flex-col divide-y divide-border">
            {notes.map(({ number, at, admin, text }) => (
              <li key={number} className="py-2">
                <p className="whitespace-pre-wrap text-body [overflow-wrap:anywhere]">{text ?? customers.erased}</p>
                <p className="text-muted text-second">
                  {admin ?? customers.erased} · <time dateTime={at}>{formatDayTime(at)}</time> ·{' '}
                  <TrailLink number={number} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {query.hasNextPage && (
        <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {customers.olderNotes}
        </Button>
      )}
    </>
  )
}
