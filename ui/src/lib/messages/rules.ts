export const rules = {
  title: 'House rules',
  link: 'Rules',
  summary: 'How every market settles: by which score, and what happens when nobody wins.',
} as const
