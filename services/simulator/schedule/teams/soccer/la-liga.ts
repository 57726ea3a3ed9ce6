// The clubs of La Liga, roughly in order of strength.

export const LA_LIGA = [
  'Barcelona',
  'Real Madrid',
  'Atlético Madrid',
  'Villarreal',
  'Athletic Bilbao',
  'Real Betis',
  'Real Sociedad',
  'Celta Vigo',
  'Rayo Vallecano',
  'Osasuna',
  'Valencia',
  'Sevilla',
  'Girona',
  'Espanyol',
  'Mallorca',
  'Getafe',
  'Alavés',
  'Elche CF',
  'Levante',
  'Oviedo',
] as const
