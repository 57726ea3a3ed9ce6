/**
 * For the `validateSearch` of a section's route: gives links the types of the parameters; `useDeskSearch` validates
 * their values.
 */
export const typedSearch = <Search extends object>(search: Record<string, unknown>): Partial<Search> =>
  search as Partial<Search>
