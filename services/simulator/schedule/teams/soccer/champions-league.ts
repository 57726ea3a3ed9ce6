// Clubs of the Champions League whose own leagues are not simulated, so that nobody plays two games at once; roughly in
// order of strength.

export const CHAMPIONS_LEAGUE = [
  'Paris Saint Germain',
  'Marseille',
  'AS Monaco',
  'PSV Eindhoven',
  'Ajax',
  'Galatasaray',
  'Lille',
  'Feyenoord',
  'Club Brugge',
  'Celtic',
  'Fenerbahçe',
  'Olympiakos Piraeus',
  'Slavia Praha',
  'Union Saint-Gilloise',
  'FC Copenhagen',
  'Shakhtar Donetsk',
  'Red Star Belgrade',
  'Dinamo Zagreb',
  'Sturm Graz',
  'Bodø/Glimt',
  'Qarabağ FK',
  'Young Boys',
  'Pafos FC',
  'FC Kairat Almaty',
] as const
