// Real seasons from public records, which are not ours to keep here: RECORDED_ODDS names their folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { recordedOdds } from '#services/odds/testing/recorded.ts'
import { type Game, lineOf, type Offer, oddsOf, rowsOf } from './game.ts'

export type Season = { readonly name: string; games(): Game[] }

const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

const LEAGUES: Readonly<Record<string, string>> = {
  E0: 'soccer_epl',
  E1: 'soccer_efl_champ',
  D1: 'soccer_germany_bundesliga',
  SP1: 'soccer_spain_la_liga',
  I1: 'soccer_italy_serie_a',
  F1: 'soccer_france_ligue_one',
}

/** Both sides of a line at the same price. */
const EVEN = '1.91'

export function footballSeasons(): Season[] {
  const folder = recordedOdds('football')
  if (folder === null) return []
  return readdirSync(folder).map((file) => ({ name: `football ${file}`, games: () => football(join(folder, file)) }))
}

function football(path: string): Game[] {
  const [header = [], ...rows] = rowsOf(textOf(path))
  return rows.map((row) => {
    const cell = (name: string) => row[header.indexOf(name)]
    const offers: Offer[] = []
    const offer = (market: string, selection: string, price: string, point?: number) => {
      const odds = oddsOf(cell(price))
      if (odds !== null)
        offers.push({ market, selection, odds, ...(point === undefined ? {} : { point: lineOf(point) }) })
    }
    offer('h2h', 'home', 'B365CH')
    offer('h2h', 'draw', 'B365CD')
    offer('h2h', 'away', 'B365CA')
    offer('totals', 'over', 'B365C_2_5', 2.5)
    offer('totals', 'under', 'B365C_2_5_1', 2.5)
    if (cell('AHCh')) {
      offer('spreads', 'home', 'B365CAHH', Number(cell('AHCh')))
      offer('spreads', 'away', 'B365CAHA', -Number(cell('AHCh')))
    }
    const [day, month, year] = cell('Date')!.split('/')
    const score = [Number(cell('FTHG')), Number(cell('FTAG'))] as const
    return {
      ...{ league: LEAGUES[cell('Div')!]!, home: cell('HomeTeam')!, away: cell('AwayTeam')!, offers },
      day: `${year}-${month}-${day}`,
      ending: { kind: 'score', score, regulation: score },
    }
  })
}

export function otherSeasons(): Season[] {
  const files: readonly [string, string, (rows: string[][]) => Game[]][] = [
    ['NFL 2025-26', 'results/nfl_2025-26_results.csv', nfl],
    ['NHL 2023-24', 'results/nhl_2023-24_results.csv', nhl],
    ['NBA 2025-26', 'results/nba_2025-26_results.csv', nba],
    ['MLB 2015-2021', 'results/mlb_2015-2021_open-close-totals_finals.csv.gz', mlb],
    ['ATP 2022', 'tennis/atp_2022.csv.gz', (rows) => tennis('tennis_atp_us_open', rows)],
    ['WTA 2022', 'tennis/wta_2022.csv.gz', (rows) => tennis('tennis_wta_us_open', rows)],
  ]
  return files.flatMap(([name, file, read]) => {
    const path = recordedOdds(file)
    return path === null ? [] : [{ name, games: () => read(rowsOf(textOf(path)).slice(1)) }]
  })
}

const sides = (market: string, one: string, other: string, line?: number): Offer[] => {
  const turned = market === 'spreads' && line !== undefined ? -line : line
  const point = (value: number | undefined) => (value === undefined ? {} : { point: lineOf(value) })
  return [
    { market, selection: one, odds: EVEN, ...point(line) },
    { market, selection: other, odds: EVEN, ...point(turned) },
  ]
}

/** The file has winners and losers, and an @ if the winner was away. A two-way market, so a tie is void. */
const nfl = (rows: string[][]): Game[] =>
  rows
    .filter((row) => /^\d+$/.test(row[8] ?? '') && /^\d{4}-/.test(row[2] ?? ''))
    .map((row) => {
      const [, , day, , winner, at, loser, , won, lost] = row
      const isAway = at === '@'
      const score = (isAway ? [Number(lost), Number(won)] : [Number(won), Number(lost)]) as [number, number]
      return {
        ...{
          league: 'americanfootball_nfl',
          day: day!,
          home: isAway ? loser! : winner!,
          away: isAway ? winner! : loser!,
        },
        offers: [
          ...sides('h2h', 'home', 'away'),
          ...sides('spreads', 'home', 'away', -3),
          ...sides('totals', 'over', 'under', 44),
        ],
        ending: { kind: 'score', score, regulation: null },
      }
    })

/** Column seven says that a game was decided in overtime or by a shoot-out: it was level after regulation time. */
const nhl = (rows: string[][]): Game[] =>
  rows.map(([day, , away, goalsAway, home, goalsHome, extra]) => {
    const score = [Number(goalsHome), Number(goalsAway)] as const
    const level = Math.min(...score)
    const told = extra === '' ? score : ([level, level] as const)
    const isTold = Math.abs(score[0] - score[1]) > 1
    const threeWays = ['home', 'draw', 'away'].map((selection) => ({ market: 'h2h_3_way', selection, odds: '2.65' }))
    return {
      ...{ league: 'icehockey_nhl', day: day!, home: home!, away: away! },
      offers: [
        ...sides('h2h', 'home', 'away'),
        ...threeWays,
        ...sides('draw_no_bet', 'home', 'away'),
        ...sides('totals', 'over', 'under', 6),
        ...sides('spreads', 'home', 'away', -1.5),
      ],
      ending: { kind: 'score', score, ...(isTold ? { regulation: score } : { regulation: null, told }) },
    }
  })

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

const nba = (rows: string[][]): Game[] =>
  rows
    .filter((row) => /^\d+$/.test(row[3] ?? '') && /^\d+$/.test(row[5] ?? ''))
    .map(([date = '', , away, pointsAway, home, pointsHome]) => {
      const [, month = '', day = '', year] = date.split(' ')
      const at = [year, String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0'), day.padStart(2, '0')].join('-')
      return {
        ...{ league: 'basketball_nba', day: at, home: home!, away: away! },
        offers: [
          ...sides('h2h', 'home', 'away'),
          ...sides('spreads', 'home', 'away', -4.25),
          ...sides('totals', 'over', 'under', 228),
          ...sides('team_totals', 'home-over', 'home-under', 115.75),
        ],
        ending: { kind: 'score', score: [Number(pointsHome), Number(pointsAway)], regulation: null },
      }
    })

const mlb = (rows: string[][]): Game[] =>
  rows
    .filter((row) => row[6] !== '' && /^\d+$/.test(row[7] ?? '') && /^\d+$/.test(row[8] ?? ''))
    .map(([day, , , away, home, , line, runsAway, runsHome]) => ({
      ...{ league: 'baseball_mlb', day: day!, home: home!, away: away! },
      offers: sides('totals', 'over', 'under', Number(line)),
      ending: { kind: 'score', score: [Number(runsHome), Number(runsAway)], regulation: null },
    }))

/**
 * No score says who won, so an admin does. A match that was abandoned stands after one set; nobody plays a walkover.
 */
const tennis = (league: string, rows: string[][]): Game[] =>
  rows.flatMap((row) => {
    const [winner, loser, comment = ''] = [row[9]!, row[10]!, row[27]]
    const [odds, others] = [oddsOf(row[28]), oddsOf(row[29])]
    const [month = '', day = '', year] = row[3]!.split('/')
    if (odds === null || others === null || winner === loser) return []
    const isHome = winner < loser
    const played = Number(row[25] || 0) + Number(row[26] || 0)
    const won = isHome ? ('home' as const) : ('away' as const)
    return {
      ...{ league, home: isHome ? winner : loser, away: isHome ? loser : winner },
      day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      offers: [
        { market: 'h2h', selection: 'home', odds: isHome ? odds : others },
        { market: 'h2h', selection: 'away', odds: isHome ? others : odds },
      ],
      ending:
        comment === 'Walkover'
          ? { kind: 'not-played', why: 'walkover' }
          : { kind: 'by-hand', winner: comment === 'Completed' || played > 0 ? won : null },
    }
  })
