// The clubs of the Premier League, roughly in order of strength.

export const PREMIER_LEAGUE = [
  'Arsenal',
  'Manchester City',
  'Liverpool',
  'Chelsea',
  'Aston Villa',
  'Newcastle United',
  'Manchester United',
  'Tottenham Hotspur',
  'Brighton and Hove Albion',
  'Crystal Palace',
  'Bournemouth',
  'Nottingham Forest',
  'Brentford',
  'Everton',
  'Fulham',
  'Leeds United',
  'West Ham United',
  'Sunderland',
  'Wolverhampton Wanderers',
  'Burnley',
] as const
