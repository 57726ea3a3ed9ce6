// The parts of the state at a moment, in the order in which they are listed.
import type { Ending } from '../../rules/grading.ts'
import { shownSetting } from '../shown-setting.ts'
import { accounts } from './people.ts'
import type { Section } from './section.ts'

const bets: Section = {
  key: 'open-bets',
  title: 'Open bets',
  columns: [
    { key: 'bet', title: 'Bet' },
    { key: 'name', title: 'User' },
    { key: 'stakeCents', title: 'Stake', as: 'cents' },
    { key: 'potentialReturnCents', title: 'May return', as: 'cents' },
    { key: 'placedAt', title: 'Placed' },
    { key: 'fixtures', title: 'Games' },
  ],
  *rows({ openBets }) {
    for (const { owner, bettor, stakeCents, potentialCents, placedAt, legs } of openBets.values()) {
      const fixtures = legs.map(({ fixture }) => fixture)
      yield { bet: owner, account: bettor, stakeCents, potentialReturnCents: potentialCents, placedAt, fixtures }
    }
  },
  nameOf: ({ account }) => account as string,
}

const fixtures: Section = {
  key: 'fixtures',
  title: 'Games',
  columns: [
    { key: 'fixture', title: 'Game' },
    { key: 'home', title: 'Home' },
    { key: 'away', title: 'Away' },
    { key: 'startsAt', title: 'Start' },
    { key: 'ended', title: 'Ended' },
    { key: 'version', title: 'Version', as: 'number' },
  ],
  *rows(state) {
    for (const { id, source, league, home, away, starts, endings, decisions, voids } of state.fixtures.values()) {
      yield {
        fixture: id,
        source,
        league,
        home,
        away,
        startsAt: starts.at(-1)!.at,
        ended: endedAs(endings.at(-1)),
        marketsDecided: decisions.map(({ market }) => market),
        marketsVoided: voids.map(({ market }) => market ?? 'all'),
        version: state.fixtures.versionOf(id),
      }
    }
  },
}

function endedAs(ending: Ending | undefined): string | null {
  if (ending === undefined) return null
  if (ending.abandoned) return 'abandoned'
  return ending.score === null ? 'no result' : `${ending.score.home}-${ending.score.away}`
}

const transfers: Section = {
  key: 'in-transit',
  title: 'Money in transit',
  columns: [
    { key: 'transfer', title: 'Transfer' },
    { key: 'sender', title: 'From' },
    { key: 'receiver', title: 'To' },
    { key: 'amountCents', title: 'Amount', as: 'cents' },
    { key: 'purpose', title: 'For' },
    { key: 'number', title: 'Sent by', as: 'number' },
  ],
  *rows(state) {
    for (const { id, sender, to, amountCents, purpose, sent } of state.transfers.values()) {
      yield { transfer: id, sender, receiver: to, amountCents, purpose, number: sent.number }
    }
  },
}

const waiting: Section = {
  key: 'waiting',
  title: 'Waiting for a second admin',
  columns: [
    { key: 'what', title: 'What' },
    { key: 'subject', title: 'On' },
    { key: 'by', title: 'Asked by' },
    { key: 'name', title: 'User' },
    { key: 'at', title: 'Time' },
    { key: 'amountCents', title: 'Amount', as: 'cents' },
  ],
  *rows({ asked, draws, waitingDraws }) {
    for (const { stream, by, at, data } of asked.values()) {
      yield { what: data.command, id: data.request, subject: stream, by, at, amountCents: data.movesCents }
    }
    for (const waiting of waitingDraws.values()) {
      const { id, account, requestedBy, at, amountCents } = draws.get(waiting)!
      yield { what: 'TreasuryDraw', id, subject: `account-${account}`, by: requestedBy, at, amountCents }
    }
  },
  nameOf: ({ by }) => by as string,
}

const settings: Section = {
  key: 'settings',
  title: 'Settings in force',
  columns: [
    { key: 'setting', title: 'Setting' },
    { key: 'value', title: 'Value', show: ({ setting, value }) => shownSetting(String(setting), value ?? null) },
    { key: 'number', title: 'Since', as: 'number' },
    { key: 'by', title: 'By' },
    { key: 'name', title: 'User' },
  ],
  *rows({ desk }) {
    for (const [setting, value] of desk.last.settings) {
      const since = desk.changes.findLast((change) => change.setting === setting)!
      yield { setting, value, number: since.number, at: since.at, by: since.actor }
    }
  },
  nameOf: ({ by }) => by as string,
}

const stops: Section = {
  key: 'stops',
  title: 'Betting stopped on',
  columns: [
    { key: 'fixture', title: 'Game' },
    { key: 'market', title: 'Market' },
    { key: 'number', title: 'Since', as: 'number' },
    { key: 'by', title: 'By' },
    { key: 'name', title: 'User' },
  ],
  *rows({ desk }) {
    for (const [key, { number, at, actor }] of desk.last.stops) {
      const [fixture, market] = key.split(' ', 2)
      yield { fixture: fixture || 'all', market: market || 'all', number, at, by: actor }
    }
  },
  nameOf: ({ by }) => by as string,
}

const offer: Section = {
  key: 'offer',
  title: 'Hidden leagues and games of the day',
  columns: [
    { key: 'what', title: 'What' },
    { key: 'value', title: 'League or game' },
    { key: 'since', title: 'Since' },
  ],
  *rows({ offer: { blacklisted, gamesOfTheDay } }) {
    for (const [value, { at: since }] of blacklisted) yield { what: 'hidden league', value, since }
    for (const value of gamesOfTheDay?.fixtures ?? [])
      yield { what: 'game of the day', value, since: gamesOfTheDay!.at }
  },
}

export const SECTIONS: readonly Section[] = [settings, stops, offer, accounts, transfers, waiting, bets, fixtures]
