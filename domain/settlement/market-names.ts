// The names of markets as people read them: one for each of the provider's keys, whether it is offered or not.

const NAMES: Readonly<Record<string, string>> = {
  h2h: 'Match Result',
  h2h_lay: 'Match Result (Lay)',
  h2h_3_way: 'Match Result (3-Way)',
  spreads: 'Point Spread',
  totals: 'Over/Under Total',
  team_totals: 'Team Total',
  btts: 'Both Teams to Score',
  alternate_spreads: 'Alternate Point Spreads',
  alternate_totals: 'Alternate Totals',
  alternate_team_totals: 'Alternate Team Totals',
  alternate_team_totals_corners: 'Team Corners Over/Under',
  alternate_spreads_corners: 'Corners Handicap',
  alternate_totals_corners: 'Corners Over/Under',
  alternate_spreads_cards: 'Cards Handicap',
  alternate_totals_cards: 'Cards Over/Under',
  outrights: 'Outright Winner',
  outrights_lay: 'Outright Winner (Lay)',
  halftime_fulltime: 'Half-Time / Full-Time',
  corners_1x2: 'Most Corners',
  player_pass_interceptions: 'Player Interceptions Thrown',
  player_pass_longest_completion: 'Player Longest Completion',
  player_rush_longest: 'Player Longest Rush',
  player_reception_longest: 'Player Longest Reception',
  player_pass_rush_yds: 'Player Pass + Rush Yards',
  player_pats: 'Player Extra Points',
  player_anytime_td: 'Anytime Touchdown Scorer',
  player_1st_td: 'First Touchdown Scorer',
  player_last_td: 'Last Touchdown Scorer',
  player_frees_made: 'Player Free Throws Made',
  player_frees_attempts: 'Player Free Throws Attempted',
  player_first_basket: 'First Basket Scorer',
  player_first_team_basket: 'First Team Basket Scorer',
  player_double_double: 'Player Double-Double',
  player_triple_double: 'Player Triple-Double',
  player_method_of_first_basket: 'Method of First Basket',
  pitcher_record_a_win: 'Pitcher to Record a Win',
  player_shots_on_goal: 'Player Shots on Goal',
  player_shots_on_target: 'Player Shots on Target',
  player_total_saves: 'Goalie Saves',
  player_goal_scorer_first: 'First Goal Scorer',
  player_goal_scorer_last: 'Last Goal Scorer',
  player_goal_scorer_anytime: 'Anytime Goal Scorer',
  player_first_goal_scorer: 'First Goal Scorer',
  player_last_goal_scorer: 'Last Goal Scorer',
  player_to_receive_card: 'Player to Receive a Card',
  player_to_receive_red_card: 'Player to Receive a Red Card',
  player_goals_scored: 'Player Goals',
  player_afl_fantasy_points: 'AFL Fantasy Points',
  player_try_scorer_first: 'First Try Scorer',
  player_try_scorer_last: 'Last Try Scorer',
  player_try_scorer_anytime: 'Anytime Try Scorer',
  player_try_scorer: 'Tries Scored',
}

const PERIODS: Readonly<Record<string, string>> = {
  q1: '1st Quarter',
  q2: '2nd Quarter',
  q3: '3rd Quarter',
  q4: '4th Quarter',
  h1: '1st Half',
  h2: '2nd Half',
  p1: '1st Period',
  p2: '2nd Period',
  p3: '3rd Period',
  '1st_1_innings': '1st Inning',
  '1st_3_innings': 'First 3 Innings',
  '1st_5_innings': 'First 5 Innings',
  '1st_7_innings': 'First 7 Innings',
}
const PERIOD = new RegExp(`^(.+)_(${Object.keys(PERIODS).join('|')})$`)

/** Words that are joined by a plus if they follow each other: 'Points + Rebounds'. */
const SUMMED = [
  'pass',
  'rush',
  'reception',
  'points',
  'rebounds',
  'assists',
  'blocks',
  'steals',
  'tackles',
  'hits',
  'runs',
  'rbis',
]
const WORDS: Readonly<Record<string, string>> = { yds: 'Yards', tds: 'Touchdowns', rbis: 'RBIs' }
const VERBS: Readonly<Record<string, string>> = { pass: 'Passing', rush: 'Rushing', reception: 'Receiving' }

/** 'h2h' -> 'Match Result', 'alternate_totals_h1' -> 'Alternate Totals - 1st Half'. */
export function marketName(key: string): string {
  const [, whole, period] = PERIOD.exec(key) ?? []
  if (whole !== undefined && period !== undefined) return `${marketName(whole)} - ${PERIODS[period]}`
  if (key.endsWith('_alternate')) return `Alternate ${marketName(key.slice(0, -'_alternate'.length))}`
  const known = NAMES[key]
  if (known !== undefined) return known
  if (key.startsWith('alternate_')) return `Alternate ${marketName(key.slice('alternate_'.length))}`
  if (key.endsWith('_over')) return `${marketName(key.slice(0, -'_over'.length))} (Over)`
  if (key.endsWith('_most')) return `Most ${marketName(key.slice(0, -'_most'.length)).replace(/^Player /, '')}`
  return titled(key.split('_'))
}

function titled(words: readonly string[]): string {
  const unit = words.at(-1) ?? ''
  const isYards = unit === 'yds' || unit === 'tds'
  let text = ''
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const isLastOfSum = isYards && next === unit
    const shown = (isLastOfSum ? VERBS[word] : undefined) ?? WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)
    const joins = SUMMED.includes(word) && SUMMED.includes(words[at - 1] ?? '')
    text += at === 0 ? shown : joins ? ` + ${shown}` : ` ${shown}`
  }
  return text
}
