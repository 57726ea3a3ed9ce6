// The rule that checks and folds each type of event.
import type { EventType } from '../events/body.ts'
import { changeStanding, openAccount, removeAdmin } from '../rules/accounts.ts'
import { useAuthority } from '../rules/desk/authority.ts'
import { keepApart, releaseMarket } from '../rules/desk/feed-doubts.ts'
import { closeFloatDay } from '../rules/desk/float-days.ts'
import { payGoodwill, promiseGoodwill } from '../rules/desk/goodwill.ts'
import { resumeBetting, setSettings, stopBetting } from '../rules/desk/rules.ts'
import { approveDraw, declineDraw, draw, requestDraw } from '../rules/desk/treasury.ts'
import {
  abandonFixture,
  decideMarket,
  linkProviderId,
  listFixture,
  moveFixture,
  recordResult,
  voidFixture,
} from '../rules/fixtures.ts'
import { approveSettlement, askSettlement, declineSettlement } from '../rules/four-eyes.ts'
import { setHousePrice, withdrawHousePrice } from '../rules/house-prices.ts'
import { grantWelcome, setFloat } from '../rules/issuance.ts'
import { hideLeague, saveGames, showLeague } from '../rules/offer.ts'
import { enableSecondFactor, endSecondFactor, endSessions, renewRecoveryCodes } from '../rules/personal/access.ts'
import { changeClosing, closeAccount } from '../rules/personal/closings.ts'
import { changeEmail } from '../rules/personal/emails.ts'
import { erasePersonalData } from '../rules/personal/erasures.ts'
import { countFailures } from '../rules/personal/failed-sign-ins.ts'
import { addNote } from '../rules/personal/notes.ts'
import { changePassword } from '../rules/personal/passwords.ts'
import { endRequest } from '../rules/personal/requests.ts'
import { signIn, signOut } from '../rules/personal/sessions.ts'
import { viewPersonalData } from '../rules/personal/views.ts'
import { placeBet } from '../rules/placing.ts'
import { setBetCaps } from '../rules/play/caps.ts'
import { setPlayLimit, takeBreak } from '../rules/play/own-limits.ts'
import { checkMoves } from '../rules/settlement/asked.ts'
import { resettleBet, settleBet, voidBet } from '../rules/settling.ts'
import { receiveTransfer, returnTransfer, sendTransfer } from '../rules/transfers.ts'
import { publishQuotes } from '../seals/feeds.ts'
import { changeLogKey } from '../tree/log-key-changes.ts'
import { restoreBackup } from '../tree/restore-backup.ts'
import type { EventCheck } from './event-check.ts'

/** Handlers of bets return the bet that was placed, settled or voided. */
export const HANDLERS: { readonly [T in EventType]: (event: EventCheck<T>) => unknown } = {
  LogStarted: () => null,
  AccountOpened: openAccount,
  WelcomeGranted: grantWelcome,
  FloatSet: setFloat,
  AdminRemoved: removeAdmin,
  FloatDayClosed: closeFloatDay,
  TransferSent: sendTransfer,
  TransferReceived: receiveTransfer,
  TransferReturned: returnTransfer,
  GoodwillPromised: promiseGoodwill,
  GoodwillPaid: payGoodwill,
  AccountBlocked: changeStanding,
  AccountUnblocked: changeStanding,
  PasswordChanged: changePassword,
  EmailChanged: changeEmail,
  SecondFactorEnabled: enableSecondFactor,
  SecondFactorDisabled: endSecondFactor,
  SecondFactorRemoved: endSecondFactor,
  RecoveryCodesRenewed: renewRecoveryCodes,
  SessionsEnded: endSessions,
  SignedIn: signIn,
  SignedOut: signOut,
  SignInsFailed: countFailures,
  PersonalDataViewed: viewPersonalData,
  PlayLimitSet: setPlayLimit,
  BreakTaken: takeBreak,
  BetCapsSet: setBetCaps,
  NoteAdded: addNote,
  RequestEnded: endRequest,
  ClosingRequested: changeClosing,
  ClosingCancelled: changeClosing,
  AccountClosed: closeAccount,
  PersonalDataErased: erasePersonalData,
  BetPlaced: placeBet,
  BetSettled: settleBet,
  BetVoided: voidBet,
  BetResettled: resettleBet,
  FixtureListed: listFixture,
  ProviderIdLinked: linkProviderId,
  FixtureMoved: moveFixture,
  ResultRecorded: recordResult,
  ResultCorrected: recordResult,
  FixtureAbandoned: abandonFixture,
  MarketDecided: decideMarket,
  FixtureVoided: voidFixture,
  MarketReleased: releaseMarket,
  FixturesKeptApart: keepApart,
  SettlementAsked: (event) => {
    askSettlement(event)
    checkMoves(event)
  },
  SettlementApproved: approveSettlement,
  SettlementDeclined: declineSettlement,
  AuthorityUsed: useAuthority,
  QuotesPublished: publishQuotes,
  HousePriceSet: setHousePrice,
  HousePriceWithdrawn: withdrawHousePrice,
  LeagueBlacklisted: hideLeague,
  LeagueUnblacklisted: showLeague,
  GamesOfTheDaySaved: saveGames,
  TreasuryDrawn: draw,
  TreasuryDrawRequested: requestDraw,
  TreasuryDrawApproved: approveDraw,
  TreasuryDrawDeclined: declineDraw,
  SettingsSet: setSettings,
  BettingStopped: stopBetting,
  BettingResumed: resumeBetting,
  LogKeyChanged: changeLogKey,
  BackupRestored: restoreBackup,
}
