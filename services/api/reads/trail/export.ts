// The audit trail as rows of a CSV file.
import type { AuditLine } from '#services/contract/contract.ts'
import { kindCells, namedTitles, roleCells } from '../back-office/file-words.ts'
import { plainText } from './line.ts'

export const TRAIL_TITLES = [
  ...['Ledger number', 'Time', 'Written', ...namedTitles('Kind'), 'Event', 'Who', ...namedTitles('Role')],
  ...['On', 'What', 'Before', 'After'],
  ...['Amount in EUR', 'Reason', 'Approved by', 'Bet', 'Fixture', 'Command', 'Address'],
]

/** Times are in UTC. */
export const trailCells = (line: AuditLine) => [
  ...[line.number, line.at, line.recordedAt, ...kindCells(line.kind), line.type],
  ...[line.who.name, ...roleCells(line.who.role)],
  ...[line.on?.name ?? '', plainText(line), line.before, line.after, line.amount?.toFixed(2) ?? ''],
  ...[line.reason, line.approvedBy?.name ?? '', line.bet, line.fixture?.title ?? '', line.command, line.ip],
]
