// The clubs of the AFL, roughly in order of strength.

export const AFL = [
  'Brisbane Lions',
  'Geelong Cats',
  'Collingwood Magpies',
  'Adelaide Crows',
  'Hawthorn Hawks',
  'Gold Coast Suns',
  'Greater Western Sydney Giants',
  'Fremantle Dockers',
  'Western Bulldogs',
  'Sydney Swans',
  'Carlton Blues',
  'St Kilda Saints',
  'Port Adelaide Power',
  'Melbourne Demons',
  'Essendon Bombers',
  'North Melbourne Kangaroos',
  'Richmond Tigers',
  'West Coast Eagles',
] as const
