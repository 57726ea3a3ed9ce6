import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { auditQuery } from '../../../api/audit.ts'
import { Sentence, TrailLink } from '../../desk/sentence.tsx'

const SHOWN = 10

/**
 * Which admins and auditors were shown this customer's data, newest first: one line for each person, day and kind of
 * data; a text if there are none. For loading and errors see `QueryState`.
 */
export function WhoLooked({ id }: { id: string }) {
  const search = { person: id, kind: 'views' }
  const query = useQuery({ ...auditQuery(search), select: ({ lines }) => lines })
  return (
    <QueryState
      query={query}
      loading={customers.viewsLoading}
      skeleton={<Skeletons count={2} className="h-10" />}
      errorMessage={(error) => errorText(error, customers.viewsFailed)}
      empty={<p className="text-body text-muted">{customers.noViews}</p>}
    >
      {(lines) => (
        <>
          <ul aria-label={customers.whoLooked} className="flex flex-col divide-y divide-border">
            {lines.slice(0, SHOWN).map(({ number, at, what }) => (
              <li key={number} className="py-2">
                <p className="text-body [overflow-wrap:anywhere]">
                  <Sentence what={what} />
                </p>
                <p className="text-muted text-second">
                  <time dateTime={at}>{formatDayTime(at)}</time> · <TrailLink number={number} />
                </p>
              </li>
            ))}
          </ul>
          {lines.length > SHOWN && (
            <Link
              to="/admin/audit"
              search={search}
              className="self-start rounded-sm text-second underline underline-offset-2 hover:text-text touch-around"
            >
              {customers.allViews}
            </Link>
          )}
        </>
      )}
    </QueryState>
  )
}
