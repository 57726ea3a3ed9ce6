// `ledger sample`: bets that a seed chooses and, with `--packs`, a folder of evidence for each.
import type { Answer, Call } from '../commands/command.ts'
import { periodOption, textOption } from '../commands/options.ts'
import type { Body } from '../events/body.ts'
import { Usage } from '../failures.ts'
import { answerOf } from '../report/listing/answer.ts'
import { type Column, counted, euros } from '../report/listing/cells.ts'
import { asText, type Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { isVoid } from '../rules/settlement/by-hand.ts'
import { TREE_COLUMNS } from '../tree/tree-rows.ts'
import type { Period } from '../walk/moment.ts'
import { readNames } from '../walk/names.ts'
import { OpenLog } from '../walk/open-log.ts'
import { type Passage, walk } from '../walk/walk.ts'
import { BET_KINDS, type BetKind, type Candidate, Choice, type Standing, ticketOf } from './choice.ts'
import { emptyFolder, writePacks } from './packs.ts'

const COLUMNS: readonly Column[] = [
  { key: 'bet', title: 'Bet' },
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'placedAt', title: 'Placed' },
  // the account, if the name was erased or cannot be read
  { key: 'user', title: 'User', show: ({ user, account }) => String(user ?? account ?? '') },
  { key: 'stakeCents', title: 'Stake', as: 'cents' },
  { key: 'standing', title: 'Became' },
]
const MOST = 1_000
/** While the log is read, this many times the requested number of bets is kept, since not every bet is of the kind. */
const ROOM = 8

type Asked = { readonly seed: string; readonly size: number; readonly kind: BetKind; readonly byStake: boolean }

export async function answerSample(call: Call): Promise<Answer> {
  const asked = askedIn(call)
  const period = () => periodOption(call)
  const { to } = period()
  const folder = textOption(call, 'packs')
  if (folder !== null) await emptyFolder(folder)
  return OpenLog.ask(
    await call.openLedger(),
    async (log) => {
      const { chosen, placed, passage } = await choose(log, asked, period)
      const names = await readNames(log)
      const rows = new Rows(COLUMNS)
      for (const { ticket, account, ...candidate } of chosen) {
        rows.add({ ...candidate, account, user: names(account), ticket: ticket.toString(16).padStart(64, '0') })
      }
      const packs =
        folder === null
          ? null
          : await writePacks(
              log,
              chosen.map(({ bet }) => bet),
              to,
              folder,
            )
      const staked = chosen.reduce((sum, { stakeCents }) => sum + stakeCents, 0)
      const among = asked.kind === 'any' ? '' : ` that are ${asked.kind}`
      const listing: Listing = {
        command: 'sample',
        sentence: `${counted(chosen.length, 'bet')}${among} of ${counted(placed, 'bet')} placed ${chosen.length === 1 ? 'is' : 'are'} chosen by the seed '${asked.seed}', with ${euros(staked)} euros at stake; whoever has this log and the seed chooses the same${packs === null ? '' : `. ${packs.sentence}`}.`,
        findings: packs?.changed ?? 0,
        passage,
        facts: [
          asText('seed', 'seed', asked.seed),
          asText('kind', 'kind', asked.kind),
          { key: 'byStake', title: 'by stake', value: asked.byStake, shown: asked.byStake ? 'yes' : null },
          { key: 'size', title: 'asked for', value: asked.size, shown: counted(asked.size, 'bet') },
          { key: 'placed', title: 'placed', value: placed, shown: counted(placed, 'bet') },
          asText('packs', 'packs', folder),
        ],
        tables: [{ key: 'bets', title: 'Bets', rows }],
      }
      return answerOf(listing)
    },
    folder === null ? [] : [...TREE_COLUMNS.keys()],
  )
}

/** Throws Usage. */
function askedIn(call: Call): Asked {
  const seed = textOption(call, 'seed')
  if (seed === null || seed === '') throw new Usage('--seed is missing: any text, agreed on before anybody looks')
  const typed = textOption(call, 'size') ?? ''
  const size = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  if (size < 1 || size > MOST) throw new Usage(`--size takes a number of bets from 1 to ${MOST}, not '${typed}'`)
  const kind = BET_KINDS.find((known) => known === (textOption(call, 'kind') ?? 'any'))
  if (kind === undefined) throw new Usage(`--kind is one of ${BET_KINDS.join(', ')}`)
  return { seed, size, kind, byStake: call.options.byStake === true }
}

type Chosen = { readonly chosen: readonly Candidate[]; readonly placed: number; readonly passage: Passage }

/** If few bets are of the kind, reads the log again with more room. `period`: makes a new `Period` for each time. */
async function choose(log: OpenLog, { seed, size, kind, byStake }: Asked, period: () => Period): Promise<Chosen> {
  for (let room = size * ROOM; ; room *= ROOM) {
    const choice = new Choice(room, { byStake })
    const within = period()
    const passage = await walk(log, within.to, ({ row, body }) => {
      const isIncluded = within.includes(row)
      if (body === null) return
      if (body.type === 'BetPlaced' && isIncluded) choice.place(candidateOf(body, row.number, seed))
      const became = standingAfter(body)
      if (became !== null) choice.stand(became.bet, became.standing)
    })
    const chosen = choice.of(kind, size)
    if (chosen !== null) return { chosen, placed: choice.placed, passage }
  }
}

function candidateOf(body: Extract<Body, { type: 'BetPlaced' }>, number: number, seed: string): Candidate {
  const { bet, stakeCents } = body.data
  const account = body.stream.slice(body.stream.indexOf('-') + 1)
  const ticket = ticketOf(seed, body.log, bet)
  return { bet, number, account, placedAt: body.meta.at, stakeCents, standing: 'open', ticket }
}

function standingAfter({ type, data }: Body): { readonly bet: string; readonly standing: Standing } | null {
  switch (type) {
    case 'BetSettled':
      return { bet: data.bet, standing: data.outcome }
    case 'BetVoided':
      return { bet: data.bet, standing: 'voided' }
    case 'BetResettled':
      return { bet: data.bet, standing: isVoid(data.settlement) ? 'voided' : (data.settlement?.outcome ?? 'open') }
    default:
      return null
  }
}
