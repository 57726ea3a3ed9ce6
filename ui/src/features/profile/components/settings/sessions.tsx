import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EndSessions } from '#services/contract/contract.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { QueryState } from '#ui/components/query-state.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { settings } from '#ui/lib/messages/settings.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { notify } from '#ui/lib/toasts.ts'
import { deviceName } from '#ui/model/device-name.ts'
import { endSessions, type OwnSession, sessionsQuery } from '../../api/sessions.ts'
import { SettingCard } from './setting-row.tsx'

type Ending = { which: EndSessions; done: string }

/**
 * All sessions of the account, this one first. The others can be ended here; for this one there is signing out. For
 * loading and errors see `QueryState`.
 */
export function Sessions({ userId }: { userId: string }) {
  const query = useQuery(sessionsQuery(userId))
  const client = useQueryClient()
  const card = useRef<HTMLElement>(null)
  const ending = useMutation({
    mutationFn: ({ which }: Ending) => endSessions(which),
    onSuccess: async (_, { done }) => {
      notify(done, 'success')
      await client.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
      // The button that had the focus is gone with its row.
      card.current?.focus()
    },
  })
  return (
    <SettingCard ref={card} id="sessions-heading" title={settings.sessions} hint={settings.sessionsHint}>
      <QueryState
        query={query}
        loading={settings.sessionsLoading}
        skeleton={<Skeletons count={2} className="mb-2 h-16 rounded-control" />}
        errorMessage={(error) => errorText(error, settings.sessionsFailed)}
      >
        {({ sessions }) => (
          <>
            <ul className="flex flex-col divide-y divide-border">
              {sessions.map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  busy={isEnding(ending.isPending, ending.variables, session.id)}
                  onEnd={(done) => ending.mutate({ which: { session: session.id }, done })}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button
                variant="danger"
                className="mt-3"
                busy={isEnding(ending.isPending, ending.variables, null)}
                onClick={() => ending.mutate({ which: { others: true }, done: settings.othersEnded })}
              >
                {settings.endOthers}
              </Button>
            )}
          </>
        )}
      </QueryState>
      {ending.error && (
        <div className="mt-3">
          <FormError text={errorText(ending.error, settings.endSessionFailed)} />
        </div>
      )}
    </SettingCard>
  )
}

function isEnding(isPending: boolean, ending: Ending | undefined, id: string | null): boolean {
  if (!isPending || ending === undefined) return false
  return 'session' in ending.which ? ending.which.session === id : id === null
}

type SessionProps = { session: OwnSession; busy: boolean; onEnd: (done: string) => void }

function Session({ session, busy, onEnd }: SessionProps) {
  const device = deviceName(session.userAgent)
  const times = settings.sessionTimes(formatDayTime(session.signedInAt), formatDayTime(session.usedAt))
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-body [overflow-wrap:anywhere]">
          {device}
          {session.current && <Badge>{settings.thisSession}</Badge>}
        </p>
        <p className="text-muted text-second" title={timeZoneName()}>
          {times}
        </p>
      </div>
      {!session.current && (
        <Button busy={busy} onClick={() => onEnd(settings.sessionEnded(device))}>
          {settings.endSession}
          <span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}
