// The teams of the Indian Premier League, roughly in order of strength.

export const IPL = [
  'Royal Challengers Bengaluru',
  'Mumbai Indians',
  'Punjab Kings',
  'Gujarat Titans',
  'Delhi Capitals',
  'Sunrisers Hyderabad',
  'Lucknow Super Giants',
  'Kolkata Knight Riders',
  'Rajasthan Royals',
  'Chennai Super Kings',
] as const
