/** '2 - 1', as the desk writes a score. */
export const scoreText = ({ home, away }: { readonly home: number | string; readonly away: number | string }): string =>
  `${home} - ${away}`
