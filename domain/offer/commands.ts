// The commands on the offer.
//
//   command             events
//   BlacklistLeague     LeagueBlacklisted
//   UnblacklistLeague   LeagueUnblacklisted
//   SaveGamesOfTheDay   GamesOfTheDaySaved

/** `league` is the provider's key in both. */
export type BlacklistLeague = { readonly type: 'BlacklistLeague'; readonly league: string }
export type UnblacklistLeague = { readonly type: 'UnblacklistLeague'; readonly league: string }
/** `fixtures`: the whole list, in order, each once. */
export type SaveGamesOfTheDay = { readonly type: 'SaveGamesOfTheDay'; readonly fixtures: readonly string[] }

export type OfferCommand = BlacklistLeague | UnblacklistLeague | SaveGamesOfTheDay
