// The clubs of Serie A, roughly in order of strength.

export const SERIE_A = [
  'Inter Milan',
  'Napoli',
  'Juventus',
  'AC Milan',
  'AS Roma',
  'Atalanta BC',
  'Como',
  'Bologna',
  'Lazio',
  'Fiorentina',
  'Udinese',
  'Torino',
  'Sassuolo',
  'Genoa',
  'Cagliari',
  'Parma',
  'Lecce',
  'Cremonese',
  'Verona',
  'Pisa',
] as const
