// The clubs of the Primeira Liga, roughly in order of strength.

export const PRIMEIRA_LIGA = [
  'Sporting Lisbon',
  'FC Porto',
  'Benfica',
  'Braga',
  'Vitória SC',
  'Famalicão',
  'Moreirense FC',
  'Gil Vicente',
  'Estoril',
  'Rio Ave FC',
  'Santa Clara',
  'Casa Pia',
  'Nacional',
  'CF Estrela',
  'FC Arouca',
  'FC Alverca',
  'Tondela',
  'AVS Futebol SAD',
] as const
