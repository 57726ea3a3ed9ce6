// What the auditor can find. The codes are stable: scripts and runbooks depend on them.

export const FINDINGS = {
  // --- the log and its events
  log_identity: 'the log does not start with LogStarted, or an event names another log',
  number_gap: 'ledger numbers are missing: events were removed',
  number_order: 'an event is not at the place of its ledger number',
  hash_mismatch: 'the stored hash is not SHA-256 of the stored body: one of them was changed',
  id_mismatch: 'the stored id is not made of the hash',
  column_mismatch: 'a column of the event differs from its body',
  stored_at_implausible: 'the event was not stored near the time at which it was recorded',
  recorded_at_backwards:
    'the event was recorded well before one that stands before it: one of them is forged, or a clock was set back',
  business_time_backwards:
    'the event was decided at a business time well before that of commands that were recorded minutes earlier: it was put behind what was known by then, or a clock was set back',
  business_time_ahead: 'the event was decided at a business time that the product had not reached',
  clock_moved: 'the product’s clock is not where the events of its run put it: somebody has moved it',
  command_repeated:
    'the event names a command that its stream had already taken: none is carried out twice, or by two people',
  body_unreadable: 'the body is not a JSON object of an event',
  body_not_canonical: 'the body is not in canonical form (RFC 8785)',
  schema_mismatch: 'the event does not match the published schema of its type',
  version_older:
    'the event is of a version that a newer one had replaced long before it: such an event says less, and is judged by fewer rules',
  version_gap: 'versions of a stream are missing, repeated or out of order',
  chain_broken: 'the event does not name the hash of the event before it in its stream',
  causation_unknown: 'the event names a cause that the log does not have before it',
  stream_truncated: 'the event store has lost events of a stream, or a setting of the stream lets it discard them',
  wrong_stream: 'an event of this type does not belong in this stream',
  log_writable: 'somebody besides the owner of the log may change or remove its events',
  log_append_replaced: 'the function that appends events is not that of the product',
  log_interposed:
    'something that the product never puts there acts on what is written to the log or read from it: a trigger, a rule, row security, another table, or somebody’s own code',
  table_interposed:
    'something that the product never puts there acts on what is written to its tables or read from them: a trigger, a rule, row security, a view, another table, or somebody’s own code',
  table_writable: 'somebody besides their owner may write to the tables that the product keeps beside the log',
  table_weakened:
    'a table lacks something that the product makes it with: a key, columns that are never null, enforced keys, or contents that outlast a crash',
  database_interposed:
    'something acts on the whole database that the product never puts there: an event trigger, a subscription, or something that stands in for Postgres’s own',
  // --- the tree over the log
  log_cut:
    'a checkpoint was signed over more events than there are: the end of the log was cut off or, if numbers are missing as well, events were taken out of it',
  signed_root_mismatch: 'the log is not the one that was signed: events were changed, removed or inserted since',
  checkpoint_invalid: 'a checkpoint was not signed as it stands by a key of this log',
  checkpoint_gone: 'the checkpoint that was signed over the stored tree is gone',
  checkpoint_older:
    'the newest checkpoint covers fewer events than one that was verified before: the log was brought back to an older state, or is another one',
  checkpoint_forked: 'two checkpoints were signed that no single log can have: somebody signed two histories',
  checkpoint_key_mismatch:
    'a checkpoint was signed by a key of this log that was not in force at its size: replaced before, or not there yet',
  checkpoint_unwitnessed:
    'no checkpoint was cosigned by as many witnesses as were asked for, or none of what was recorded long after',
  checkpoint_stale: 'the log grows, but no newer checkpoint is signed',
  event_changed: 'an event is not what it was when it was read before',
  tile_mismatch: 'a tile of the tree is not what the events of the log make it',
  tree_mismatch: 'how far the tree has come is not what was signed, or not what the log has there',
  log_key_mismatch:
    'the stored keys of the log are not those that its events name, or differ from them in when a key came, or why',
  key_change_wrong:
    'a change of the log’s key does not replace the key in force, is not endorsed as it has to be, or states what cannot be',
  restore_wrong:
    'a restore is recorded elsewhere than directly after the end of its backup, or with what the log does not have: another last event or root, a backup from before that event, or a checkpoint that is not of a lost history',
  log_key_invalid: 'a key of the log is not a key, or the one that signed a checkpoint is missing',
  // --- an export
  export_line_malformed: 'a line of an export is not an event as exports write it',
  export_file_mismatch: 'a file of an export is not the one that its manifest was made for',
  export_manifest_mismatch: 'the manifest of an export does not say what its events come to',
  export_signature_invalid: 'the signature of a manifest is wrong, or is not a signature',
  // --- double entry
  floor_broken: 'an account is below its floor at the end of an event',
  amount_overflow: 'an account holds more than an exact integer can express',
  books_unbalanced: 'the accounts do not sum to zero, or a control sum differs',
  before_mismatch: 'the balance that an event states as before it is not what the account had',
  owed_mismatch: 'a credit did not pay the debt that was owed, or paid one that was not',
  amount_out_of_bounds: 'an amount is below the least, or above the most, that one event may move or set as a limit',
  // --- accounts
  account_unknown: 'an event on an account that was not opened',
  account_repeated: 'an account was opened twice, or not as the first event of its stream',
  opener_implausible:
    'the account was opened by someone who may not open it, or with another declaration of age than its kind has',
  standing_repeated: 'an account was blocked or unblocked twice in a row, or after its end',
  actor_implausible: 'the actor has another role in the ledger, or may not do this',
  password_repeated: 'a change of password names a commitment that the account had before',
  factor_repeated: 'a second factor or its recovery codes name a commitment that the account had before',
  factor_implausible: 'a second factor was set up beside another one, or changed where there was none',
  email_repeated: 'a change of email names a commitment that the account had before, or removes what was not there',
  session_mismatch:
    'a session belongs to another account, is stored twice, or its row does not say that it was begun with a second factor',
  session_unfounded: 'a person asked for something in no session, or in one that was never begun or had ended',
  session_repeated: 'a sign-in names a session that had begun before',
  sign_in_implausible:
    'somebody signed in to an account that is blocked or removed, or with another second factor than it had',
  failures_implausible:
    'failed sign-ins were counted for an hour that is not one, was not over, had been counted, came before the account or had no failures, or from more networks than attempts',
  view_implausible:
    'something personal was shown to somebody whose account may not see it or was blocked, or is recorded for the wrong account, for the wrong day, or twice in a day',
  grant_misplaced: 'a welcome grant did not come with the opening of the account',
  removal_implausible: 'an admin was removed who may not be, or was already, or by somebody who may not remove one',
  closing_implausible:
    'an account was closed that nobody asked to close, that was not empty or was already closed, or by somebody who may not close it; or the wish to close it is not the bettor’s, or was already there',
  erasure_implausible:
    'personal data was erased although the account was not closed and empty, may still be settled anew or was already erased, by somebody who may not, or with reasons that are not about it; or the desk or the person wrote about it afterwards',
  bet_while_closing: 'a bet was placed on an account that was about to be closed, or was closed',
  purse_mismatch: 'money moved through a kind of balance that this account does not have',
  // --- the treasury
  float_uncovered:
    'a float was raised by a plain admin, or without a draw on the treasury that was granted for as much',
  float_repeated: 'a float was set to what it already was',
  treasury_overdrawn: 'plain admins drew more from the treasury in a day than its budget',
  draw_mismatch:
    'a draw on the treasury was made or decided by somebody who may not, does not say what it was or what had been used, or waited though it need not',
  draw_stuck: 'a draw on the treasury was granted but has not raised the float that it is for',
  // --- play limits
  play_limit_early:
    'a bettor’s own limit took effect at another time than it has to: a day later if it was raised, otherwise at once',
  break_shortened:
    'a break from betting was replaced by one that ends no later, or has none of the lengths that bettors can choose',
  bet_above_play_limit: 'a bet took the stakes or losses of a period above a limit of its bettor',
  bet_during_break: 'a bet was placed during a break of its bettor',
  play_limits_misstated: 'a bet names other limits or caps of its bettor than were in force',
  bet_above_cap: 'a bet stakes or may pay more than the desk accepts from its bettor',
  bet_caps_repeated: 'the caps on the bets of a bettor were set to what they already were',
  // --- transfers
  transfer_unknown: 'a transfer was received or returned that was not in transit',
  transfer_repeated: 'a transfer was sent twice',
  transfer_mismatch:
    'a transfer was not received as it was sent, was received by another admin or because of something else, went back although its receiver was there, was paid out into the float of an admin who did not make it or while a debt was open, or was sent to a bettor whose account is closed or is to be',
  transfer_stuck: 'a transfer has been in transit for too long',
  // --- fixtures
  fixture_unknown: 'an event on a fixture that was not listed',
  fixture_repeated: 'a fixture was listed twice, or not as the first event of its stream',
  fixture_moved_wrong:
    'a fixture was moved from a start that it did not have, or a game of the house was given one that had passed, or another one once it had begun',
  provider_id_taken: 'a provider id identifies two fixtures',
  result_repeated: 'a fixture that was decided got another result without a correction',
  result_unfounded: 'a result of the feed lacks the two reads that justify it, between the start and its recording',
  result_message_gone:
    'a message of the provider behind a result is gone, though somebody had bet on its game: such messages are kept for good',
  result_contradicted: 'a stored message of the provider behind a result tells another final score, or none',
  correction_mismatch:
    'a correction replaces a result other than the one in force, an abandonment, or a result that says the same',
  market_decided_wrong:
    'a market was decided by hand before its fixture had a result, although it was void, twice the same, or with a selection twice',
  market_voided_wrong:
    'a market was voided twice, or a whole event without a result, or a game with bets was given up as a duplicate, or any by the feed while it might be completed',
  market_released_wrong: 'a market was released that is void or over, or whose release was already in force',
  fixtures_apart_wrong:
    'fixtures were kept apart that are not two games of the log, or twice, after the end of the older one, or before or after they were joined',
  reason_missing: 'an action that needs a reason has none',
  approval_wrong:
    'a decision was approved or declined that nobody had asked for, by the person who asked or the same hand, or that differs from what was asked for or moved more; or one was asked for with an amount that it could not move, or while another waited',
  decided_alone: 'a decision by hand moved more than one admin alone may',
  authority_exceeded: 'admins of one hand decided more alone in a day than the bound in force',
  authority_mismatch:
    'a decision by hand alone moved more than was counted on the day of its admin, or was counted elsewhere',
  house_price_wrong: 'a price of the house was set or withdrawn where there can be none, or set to what it was',
  offer_repeated: 'a league was blacklisted or unblacklisted twice in a row, or a game of the day is listed twice',
  settings_wrong:
    'a setting was changed from a value that it did not have, to one that it cannot have, or by somebody who may not change it',
  stop_repeated: 'betting was stopped or resumed twice in a row, or on no fixture of the log',
  closed_late: 'a fixture closed later than its evidence allows',
  closed_early: 'a fixture closed before its start and before anybody knew a result, so that bets on it count as late',
  // --- bets
  bet_repeated: 'a bet was placed under the id of an open one',
  bet_unknown: 'a bet was settled or voided that is not open: settled before, or never placed',
  bet_of_another: 'a bet was settled or voided on an account that did not place it',
  bet_by_blocked: 'a blocked account placed a bet',
  bet_by_admin: 'someone other than a bettor placed a bet',
  bet_while_owed: 'a bet was placed while a debt was outstanding',
  stake_mismatch: 'the stake returned is not the stake that was placed',
  stake_below_limit: 'the stake is below the limit in force',
  payout_above_limit: 'the potential return is above the limit in force',
  legs_above_limit: 'the bet has more legs than the limit in force',
  limits_misstated: 'a bet names another smallest stake, or another largest number of legs, than bets have',
  rules_unknown:
    'a bet, a draw or a request does not name the rules of the desk that decided it, or names others than the log has before it',
  rules_replaced: 'a bet, a draw or a request was decided by rules of the desk that had been replaced long before',
  bet_on_stopped: 'a bet was placed on what the desk had stopped betting on',
  bet_on_hidden: 'a bet was placed on a league that had been blacklisted long before',
  setting_misstated:
    'a draw, a decision that waits for a second admin or one made alone states another amount than was in force, or than was left of the day',
  cap_misstated: 'a bet names another limit on its return than was in force',
  wait_too_short: 'a bet in play did not wait as long as it had to',
  day_closed_wrong:
    'a day of a float was closed twice, before its end, more than a year after it, by somebody other than its admin, or by one who is blocked',
  day_closed_misstated:
    'the close of a day states other balances than the log adds up to, or counts up to another event',
  goodwill_above_bound: 'an admin promised more goodwill in a day than the bound in force',
  goodwill_mismatch:
    'goodwill was paid that was not promised as such, was promised or paid twice, to an account that is closed or is to be, or paid by another',
  grant_unset: 'a welcome grant has an amount that was never in force',
  fixture_twice: 'a bet has two legs on one fixture, or on one game that was listed twice',
  odds_mismatch: 'the odds struck are not the product of the odds of the legs',
  potential_mismatch: 'the potential return is not stake times odds',
  odds_policy: 'the odds struck were not those that the bettor had accepted',
  quote_unknown: 'a leg was struck on a fixture, or a version of it, that the log does not have',
  quote_mismatch: 'the quote of a leg contradicts its fixture',
  quote_time:
    'the quote of a leg was fetched after the bet was accepted, is from before the start and was struck after it, or was older than a bet may be struck at',
  quote_unpublished: 'the quote of a leg had not been published before the bet, or not as the leg says',
  feed_mismatch: 'quotes were published on the feed of another league or day, or before they were fetched',
  provider_message_mismatch:
    'a stored message of the provider behind a bet or a result is not the one that it names, or not of its kind and time',
  quote_message_gone: 'the message of the provider behind a bet is gone: such messages are kept for good',
  quote_contradicted: 'the message of the provider behind a bet has another price than the bet was struck at, or none',
  quote_row_mismatch:
    'a stored price is not what was published of it, or not what the provider or the bet that was struck at it says',
  // --- settlement
  result_unknown: 'a settlement names a result that the log does not have, or has only an hour later',
  result_replaced: 'a settlement names a result that had been replaced long before',
  bet_reopened: 'a bet was opened again though the results in force decide it',
  settlement_rules_wrong:
    'a bet was settled by a version of the settlement rules that does not exist, or that had already been replaced',
  leg_mismatch: 'a settled leg is not the leg that was placed',
  legs_incomplete: 'a settlement leaves out legs that had to count',
  grade_mismatch: 'a leg was graded contrary to the result that the settlement names',
  outcome_mismatch: 'the outcome of a bet does not follow from its legs',
  return_mismatch: 'the return does not follow from stake, odds and results',
  resettlement_mismatch: 'a resettlement takes back something other than the settlement in force',
  resettlement_late: 'a settlement was taken back after the window for it',
  // --- requests to the admins
  request_repeated: 'a request ended twice',
  request_misstated:
    'a request ended without the amount that it was for, with one that it cannot have, or declined without a reason',
  request_gone: 'the ledger has the end of a request whose row is gone, and no newer ones have replaced it',
  request_mismatch: 'the row of a request differs from how it ended, or it ended only in the row',
  // --- personal data
  erasure_incomplete: 'personal data that was erased by the ledger is still there',
  username_mismatch: 'a user name is not the one that the ledger committed to',
  password_mismatch: 'a password hash is not the one that the ledger committed to',
  factor_mismatch: 'a second factor or its recovery codes are not those that the ledger committed to',
  email_mismatch: 'an email address is not the one that the ledger committed to',
  identity_mismatch:
    'an identity contradicts the ledger: its account, role, opener, status, or whether its password must be changed',
  identity_gone: 'the ledger opened an account whose identity is gone, and no erasure was recorded',
  factor_unfounded: 'a session counts as begun with a second factor, which its account never had',
  session_unrecorded: 'a session is stored whose sign-in the log does not have',
  session_gone:
    'what is stored of a session is gone, within the time for which it is kept, and no event ended the session',
  session_commitment: 'a session is not the one that was committed to',
  note_repeated: 'a note names a commitment that another note about the bettor has',
  note_mismatch: 'the text of a note is not the one that was committed to, or is stored with another bettor',
  note_gone: 'the text of a note is gone, and no erasure was recorded',
  reason_gone: 'the text of a reason is gone, and no erasure was recorded',
  reason_mismatch: 'the text of a reason is not the one that was committed to',
  // --- read models
  checkpoint_mismatch: 'the checkpoint of a read model does not name the event at its place',
  projection_stopped: 'a read model stopped at an event',
  row_missing: 'a row is missing from a read model',
  row_extra: 'a row of a read model follows from no event',
  row_different: 'a column of a read model differs from the events',
} as const

export type FindingCode = keyof typeof FINDINGS
