/** '2 - 1', the form of a score in the back office. */
export const scoreText = ({ home, away }: { readonly home: number | string; readonly away: number | string }): string =>
  `${home} - ${away}`
