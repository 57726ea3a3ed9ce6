// `ledger replay`: the state that the log comes to at a moment.
import { createHash } from 'node:crypto'
import type { Answer, Call } from '../commands/command.ts'
import { asOfOption, listOption } from '../commands/options.ts'
import { canonicalText } from '../events/canonical.ts'
import type { State } from '../replay/state.ts'
import { answerOf } from '../report/listing/answer.ts'
import { asOfText, counted, numbered } from '../report/listing/cells.ts'
import type { Listing, Table } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { type Lookup, readNames } from '../walk/names.ts'
import { OpenLog } from '../walk/open-log.ts'
import { walk } from '../walk/walk.ts'
import type { Section } from './state/section.ts'
import { SECTIONS } from './state/sections.ts'

export async function answerReplay(call: Call): Promise<Answer> {
  const asOf = asOfOption(call)
  const only = listOption(call, 'only')
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const names = await readNames(log)
    const passage = await walk(log, asOf)
    const { state, last, events } = passage
    const hash = createHash('sha256')
    const tables = SECTIONS.map((section) => tableOf(section, state, names, (line) => hash.update(line)))
    const digest = hash.digest('hex')
    const number = last?.number ?? null
    const counts = {
      events,
      accounts: state.accounts.size,
      fixtures: state.fixtures.size,
      bets: state.betsPlaced,
      openBets: state.openBets.size,
    }
    const sizes = `${counted(counts.accounts, 'account')}, ${counted(counts.fixtures, 'game')} and ${counted(counts.bets, 'bet')}, ${numbered(counts.openBets)} of them open`
    const listing: Listing = {
      command: 'replay',
      sentence: `${asOfText(number)} the log comes to ${sizes}: whoever replays it by the same rules has the state hash ${digest.slice(0, 16)}….`,
      findings: 0,
      passage,
      facts: [
        {
          key: 'asOf',
          title: 'as of',
          value: number,
          shown: number === null ? 'before the first event' : `ledger number ${number}`,
        },
        {
          key: 'rules',
          title: 'rules',
          value: state.desk.last.hash,
          shown: state.desk.last.hash ?? 'none of the desk',
        },
        { key: 'counts', title: 'counts', value: counts, shown: null },
        { key: 'stateHash', title: 'state hash', value: digest, shown: digest },
      ],
      tables: tables.filter(({ key }) => only === null || only.includes(key)),
    }
    return answerOf(listing)
  })
}

/** `hash`: called with every row, without user names, which are not in the log. */
function tableOf(section: Section, state: State, names: Lookup, hash: (line: string) => void): Table {
  const { key, title, columns, nameOf } = section
  const rows = new Rows(columns)
  for (const row of section.rows(state)) {
    hash(`${key} ${canonicalText(row)}\n`)
    rows.add(nameOf === undefined ? row : { ...row, name: names(nameOf(row)) })
  }
  return { key, title, rows }
}
