// The clubs of the EuroLeague, roughly in order of strength.

export const EUROLEAGUE = [
  'Olympiacos Piraeus',
  'Fenerbahce Beko Istanbul',
  'Panathinaikos Athens',
  'Real Madrid Baloncesto',
  'Hapoel Tel Aviv',
  'AS Monaco Basket',
  'FC Barcelona Basquet',
  'Zalgiris Kaunas',
  'Crvena Zvezda Belgrade',
  'Valencia Basket',
  'Anadolu Efes Istanbul',
  'Partizan Belgrade',
  'Olimpia Milano',
  'Bayern Munich Basketball',
  'Paris Basketball',
  'Dubai Basketball',
  'Maccabi Tel Aviv',
  'Virtus Bologna',
  'Baskonia Vitoria-Gasteiz',
  'LDLC Asvel Villeurbanne',
] as const
