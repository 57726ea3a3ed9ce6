// The clubs of the NRL, roughly in order of strength.

export const NRL = [
  'Melbourne Storm',
  'Brisbane Broncos',
  'Canberra Raiders',
  'Penrith Panthers',
  'Canterbury Bulldogs',
  'Cronulla Sutherland Sharks',
  'New Zealand Warriors',
  'Sydney Roosters',
  'Dolphins',
  'Manly Warringah Sea Eagles',
  'North Queensland Cowboys',
  'Parramatta Eels',
  'St George Illawarra Dragons',
  'South Sydney Rabbitohs',
  'Wests Tigers',
  'Gold Coast Titans',
  'Newcastle Knights',
] as const
