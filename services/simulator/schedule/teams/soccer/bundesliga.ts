// The clubs of the Bundesliga, roughly in order of strength.

export const BUNDESLIGA = [
  'Bayern Munich',
  'Bayer Leverkusen',
  'Borussia Dortmund',
  'RB Leipzig',
  'Eintracht Frankfurt',
  'VfB Stuttgart',
  'SC Freiburg',
  'TSG Hoffenheim',
  'FSV Mainz 05',
  'Werder Bremen',
  'VfL Wolfsburg',
  'Borussia Monchengladbach',
  '1. FC Köln',
  'Union Berlin',
  'Augsburg',
  'Hamburger SV',
  'FC St. Pauli',
  '1. FC Heidenheim',
] as const
