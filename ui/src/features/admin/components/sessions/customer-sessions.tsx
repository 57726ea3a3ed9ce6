import { useQuery } from '@tanstack/react-query'
import { QueryState } from '#ui/components/query-state.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { sessions as texts } from '#ui/lib/messages/access/admin-sessions.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { deviceName } from '#ui/model/device-name.ts'
import { type AdminSession, customerSessionsQuery } from '../../api/sessions.ts'
import { Feedback, type FeedbackState, useFeedback } from '../desk/feedback.tsx'
import { AccessAction } from './access-action.tsx'

type CustomerSessionsProps = {
  username: string
  /** Whether the signed-in admin is a super admin, who can remove a lost second factor. */
  mayRemoveFactor: boolean
}

/**
 * The sessions of a user, and buttons to end them; a text if there are none. For loading and errors see `QueryState`.
 */
export function CustomerSessions({ username, mayRemoveFactor }: CustomerSessionsProps) {
  const query = useQuery(customerSessionsQuery(username))
  const feedback = useFeedback()
  return (
    <section aria-labelledby="customer-sessions" className="flex flex-col gap-3">
      <h4 id="customer-sessions" className="font-semibold text-body">
        {texts.title}
      </h4>
      <QueryState
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton className="h-24" />}
        errorMessage={(error) => errorText(error, texts.failed)}
      >
        {({ sessions, secondFactor }) => (
          <>
            {sessions.length === 0 ? (
              <p className="text-muted text-second">{texts.none}</p>
            ) : (
              <ul className="divide-y divide-border rounded-card border border-border md:grid md:grid-cols-[1fr_repeat(4,auto)]">
                {sessions.map((session) => (
                  <SessionLine key={session.id} session={session} username={username} feedback={feedback} />
                ))}
              </ul>
            )}
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-muted text-second">
                {secondFactor ? texts.factorOn : texts.factorOff}
                {secondFactor && !mayRemoveFactor && ` ${texts.superRemoves}`}
              </p>
              <div className="flex flex-wrap gap-2">
                {secondFactor && mayRemoveFactor && (
                  <AccessAction
                    body={{ action: 'removeSecondFactor', targetUsername: username }}
                    label={texts.removeFactor}
                    busyLabel={texts.removing}
                    title={texts.removeTitle(username)}
                    description={texts.removeText(username)}
                    done={texts.removed(username)}
                    failed={texts.removeFailed}
                    feedback={feedback}
                  />
                )}
                {sessions.length > 0 && (
                  <AccessAction
                    body={{ action: 'endSessions', targetUsername: username }}
                    label={texts.endAll}
                    busyLabel={texts.ending}
                    title={texts.endAllTitle(username)}
                    description={texts.endAllText(username)}
                    done={texts.endedAll(username)}
                    failed={texts.endFailed}
                    feedback={feedback}
                  />
                )}
              </div>
            </div>
          </>
        )}
      </QueryState>
      <Feedback text={feedback.text} />
    </section>
  )
}

type SessionLineProps = { session: AdminSession; username: string; feedback: FeedbackState }

function SessionLine({ session, username, feedback }: SessionLineProps) {
  const device = deviceName(session.userAgent)
  const facts = [
    [texts.since, formatDayTime(session.signedInAt)],
    [texts.seen, formatDayTime(session.usedAt)],
    [texts.address, session.address],
  ] as const
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 px-3 py-2 text-second md:col-span-full md:grid md:grid-cols-subgrid">
      <p className="flex min-w-40 flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
        {device}
        {session.secondFactor && <Badge tone="accent">{texts.withFactor}</Badge>}
        {session.current && <Badge>{texts.current}</Badge>}
      </p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums md:contents">
        {facts.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {!session.current && (
        <AccessAction
          body={{ action: 'endSessions', targetUsername: username, session: session.id }}
          label={texts.end}
          about={device}
          busyLabel={texts.ending}
          title={texts.endOneTitle(username)}
          description={texts.endOneText(device)}
          done={texts.ended}
          failed={texts.endFailed}
          feedback={feedback}
        />
      )}
    </li>
  )
}
