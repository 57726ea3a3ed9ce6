import { marketName } from '#domain/settlement/market-names.ts'
import type { MarketKind } from '#domain/settlement/markets.ts'
import { decidingScores } from '../model/deciding-score.ts'
import { RULES, workedExamples } from '../model/market-rules.ts'
import { RuleSection } from './rule-section.tsx'

/** How one kind of market settles: what decides it, what returns the stake, examples. */
export function MarketRule({ kind }: { kind: MarketKind }) {
  const { also, text, stakeBack } = RULES[kind]
  return (
    <RuleSection id={kind} title={marketName(kind)} also={also}>
      {also.length > 0 && <p>Also: {also.map(marketName).join(', ')}.</p>}
      <p>{text}</p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[12rem_1fr]">
        {decidingScores(kind).map(({ where, score }) => (
          <Fact key={where} term={where} fact={`Decided by ${score}.`} />
        ))}
        <Fact term="Stake back" fact={stakeBack} />
      </dl>
      <Examples kind={kind} />
    </RuleSection>
  )
}

function Fact({ term, fact }: { term: string; fact: string }) {
  return (
    <div className="contents">
      <dt className="font-medium text-text max-sm:mt-1">{term}</dt>
      <dd>{fact}</dd>
    </div>
  )
}

function Examples({ kind }: { kind: MarketKind }) {
  return (
    <table className="mt-1 w-full max-w-[32rem] text-second">
      <caption className="sr-only">Examples of {marketName(kind)}</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1 pr-3 font-normal">
            Picked
          </th>
          <th scope="col" className="w-24 py-1 pr-3 font-normal">
            Score
          </th>
          <th scope="col" className="w-24 py-1 font-normal">
            Result
          </th>
        </tr>
      </thead>
      <tbody className="text-text">
        {workedExamples(kind).map(({ pick, score, grade }) => (
          <tr key={`${pick} ${score}`} className="border-border border-t">
            <td className="py-1.5 pr-3">{pick}</td>
            <td className="py-1.5 pr-3 tabular-nums">{score}</td>
            <td className="py-1.5 font-medium">{grade}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
