/** For the `validateSearch` of a section's route: says which fields links may have; `useDeskSearch` checks their values. */
export const typedSearch = <Search extends object>(search: Record<string, unknown>): Partial<Search> =>
  search as Partial<Search>
