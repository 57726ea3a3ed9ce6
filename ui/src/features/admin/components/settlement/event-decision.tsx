import { type ReactNode, useState } from 'react'
import { MAX_SCORE } from '#domain/limits.ts'
import { GRADES } from '#domain/settlement/grades.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { EventAction } from '#services/contract/contract.ts'
import { CheckField, TextField } from '#ui/components/ui/field.tsx'
import { Select } from '#ui/components/ui/select.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { scoreOf } from '#ui/model/game/game-status.ts'
import type { DeskEventBets, PreviewedAction } from '../../api/settlement.ts'
import { scoreText } from '../../model/score-text.ts'
import {
  decidable,
  decisionOf,
  type Grades,
  gradeKey,
  gradesOf,
  isGrade,
} from '../../model/settlement/market-grades.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Decision } from './decision.tsx'
import { useReason } from './use-reason.ts'

type EventDecisionProps = {
  event: DeskEventBets
  action: EventAction
  /** The decision was carried out, and stays to be read. */
  isDone: boolean
  onDone: () => void
  onClose: () => void
}

/** A decision about an event: the form, and below it a preview as soon as the form is complete enough. */
export function EventDecision({ event: shown, action, isDone, onDone, onClose }: EventDecisionProps) {
  // The event as before the decision: a market that was just voided can no longer be chosen.
  const [before, setBefore] = useState(shown)
  if (!isDone && before !== shown) setBefore(shown)
  const event = isDone ? before : shown
  const { eventId } = event
  const why = useReason()
  const [what, setWhat] = useState<PreviewedAction | null>(action === 'voidEvent' ? { action, eventId } : null)
  return (
    <>
      <fieldset disabled={isDone} className="contents">
        {action === 'voidMarket' && <VoidMarket event={event} onWhat={setWhat} />}
        {action === 'decideMarket' && <DecideMarket event={event} onWhat={setWhat} />}
        {(action === 'recordResult' || action === 'correctResult') && (
          <Result event={event} action={action} onWhat={setWhat} />
        )}
      </fieldset>
      {what !== null && (
        <Decision
          key={JSON.stringify(what)}
          what={what}
          label={actionLabel(event, action)}
          why={why}
          isDangerous={action === 'voidEvent' || action === 'voidMarket'}
          onDone={onDone}
          onClose={onClose}
        />
      )}
    </>
  )
}

/** Voiding an event before its end abandons it. */
export const actionLabel = ({ state }: DeskEventBets, action: EventAction): string =>
  action === 'voidEvent' && state === 'open' ? settlement.actions.abandonFixture : settlement.actions[action]

type FormProps = { event: DeskEventBets; onWhat: (what: PreviewedAction | null) => void }

const Form = ({ children }: { children: ReactNode }) => (
  <DeskCard>
    <div className="flex flex-wrap items-end gap-3 px-4 py-3">{children}</div>
  </DeskCard>
)

const marketsOf = ({ selections }: DeskEventBets) => [...new Set(selections.map(({ market }) => market))]

function MarketSelect({
  event,
  market,
  onMarket,
}: {
  event: DeskEventBets
  market: string
  onMarket: (market: string) => void
}) {
  return (
    <Select
      label={settlement.market}
      value={market}
      options={[
        ['', settlement.chooseMarket],
        ...marketsOf(event)
          .filter((one) => !event.voided.includes(one))
          .map((one) => [one, marketName(one)] as const),
      ]}
      onChange={onMarket}
    />
  )
}

function VoidMarket({ event, onWhat }: FormProps) {
  const [market, setMarket] = useState('')
  return (
    <Form>
      <MarketSelect
        event={event}
        market={market}
        onMarket={(next) => {
          setMarket(next)
          onWhat(next === '' ? null : { action: 'voidMarket', eventId: event.eventId, market: next })
        }}
      />
    </Form>
  )
}

/** Starts from the decision in force, so that correcting a part of it keeps the rest. */
function DecideMarket({ event, onWhat }: FormProps) {
  const [market, setMarket] = useState('')
  const [grades, setGrades] = useState<Grades>(new Map())
  const decide = (next: Grades) => {
    setGrades(next)
    onWhat(decisionOf(event, market, next))
  }
  return (
    <Form>
      <MarketSelect
        event={event}
        market={market}
        onMarket={(next) => {
          setMarket(next)
          setGrades(gradesOf(event, next))
          onWhat(null)
        }}
      />
      {decidable(event, market).map((one) => (
        <span key={gradeKey(one)} className="flex items-center gap-2 text-second">
          {one.name}
          <Select
            label={settlement.gradeOf(one.name)}
            value={grades.get(gradeKey(one)) ?? ''}
            options={[['', settlement.ungraded], ...GRADES.map((grade) => [grade, settlement.grades[grade]] as const)]}
            onChange={(grade) => {
              const next = new Map(grades)
              if (isGrade(grade)) next.set(gradeKey(one), grade)
              else next.delete(gradeKey(one))
              decide(next)
            }}
          />
        </span>
      ))}
    </Form>
  )
}

/** Whole points; null if it is not a score. */
const pointsOf = (typed: string): number | null =>
  /^\d{1,6}$/.test(typed) && Number(typed) <= MAX_SCORE ? Number(typed) : null

/** Why there is no preview yet, once something is typed; '' if a field itself says that its score is invalid. */
function missingOf(typed: Typed, isOver: boolean): string {
  const { home, away, regHome, regAway } = typed
  const given = Object.values(typed).filter((text) => text !== '')
  if (given.length === 0 || given.some((text) => pointsOf(text) === null)) return ''
  if (home === '' || away === '') return settlement.finalMissing
  if ((regHome === '') !== (regAway === '')) return settlement.regulationMissing
  return isOver ? '' : settlement.overMissing
}

type Typed = { readonly home: string; readonly away: string; readonly regHome: string; readonly regAway: string }

function Result({ event, action, onWhat }: FormProps & { action: 'recordResult' | 'correctResult' }) {
  const { eventId, home_team, away_team, live } = event
  // As of when the form was opened: the input is not lost if the game ends meanwhile.
  const [isInPlay] = useState(action === 'recordResult' && live !== null)
  const [isOver, setOver] = useState(!isInPlay)
  const [typed, setTyped] = useState<Typed>({ home: '', away: '', regHome: '', regAway: '' })
  const [isNone, setNone] = useState(false)
  const tell = (next: Typed, none: boolean, over = isOver) => {
    setTyped(next)
    setNone(none)
    setOver(over)
    if (!over) return onWhat(null)
    if (none) return onWhat({ action, eventId, home: null, away: null })
    const [home, away] = [pointsOf(next.home), pointsOf(next.away)]
    const [regHome, regAway] = [pointsOf(next.regHome), pointsOf(next.regAway)]
    const isPlain = next.regHome === '' && next.regAway === ''
    const isWhole = home !== null && away !== null && (isPlain || (regHome !== null && regAway !== null))
    if (!isWhole) return onWhat(null)
    const regulation = regHome === null || regAway === null ? {} : { regulation: { home: regHome, away: regAway } }
    onWhat({ action, eventId, home, away, ...regulation })
  }
  const field = (name: keyof Typed, label: ReactNode) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      disabled={isNone}
      value={typed[name]}
      error={typed[name] === '' || pointsOf(typed[name]) !== null ? undefined : settlement.pointsInvalid}
      onChange={({ currentTarget }) => tell({ ...typed, [name]: currentTarget.value.trim() }, false)}
      className="w-full min-w-0 sm:w-40"
    />
  )
  const inRegulation = (team: string) => (
    <>
      {team}
      <span className="sr-only">{settlement.inRegulation}</span>
    </>
  )
  return (
    <Form>
      <Scores title={settlement.finalScore}>
        {field('home', home_team)}
        {field('away', away_team)}
      </Scores>
      <Scores title={settlement.regulationTime}>
        {field('regHome', inRegulation(home_team))}
        {field('regAway', inRegulation(away_team))}
      </Scores>
      {isInPlay && (
        <CheckField
          label={settlement.isOver(live === null ? '' : atScore(live, event))}
          checked={isOver}
          onChange={({ currentTarget }) => tell(typed, isNone, currentTarget.checked)}
          className="basis-full"
        />
      )}
      <CheckField
        label={settlement.noResult}
        checked={isNone}
        onChange={({ currentTarget }) => tell(typed, currentTarget.checked)}
        className="basis-full"
      />
      <p role="status" className="basis-full text-muted text-second empty:-mt-3">
        {!isNone && missingOf(typed, isOver)}
      </p>
    </Form>
  )
}

/** ' at 1 - 1' if the feed has a score. */
function atScore(live: NonNullable<DeskEventBets['live']>, { home_team, away_team }: DeskEventBets): string {
  const [home, away] = [scoreOf(live, home_team), scoreOf(live, away_team)]
  return home === null || away === null ? '' : ` at ${scoreText({ home, away })}`
}

/** Two fields side by side, however long the names of the teams are. */
const Scores = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 max-sm:w-full">
    <legend className="mb-1.5 font-semibold text-second">{title}</legend>
    <div className="flex items-start gap-3">{children}</div>
  </fieldset>
)
