import type { ReactNode } from 'react'
import { npsOf, type Score } from '../../../../src/features/ratings/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { answerRate, satisfiedShare } from '../spec'

/** The four figures of a period, each with what it is made of. */
export function ScoreCards({ score }: { score: Score }) {
  const t = useText()
  const { number, share } = useFormat()
  const { asked, answered, csat, nps } = score
  const [satisfied, index, rate] = [satisfiedShare(score), npsOf(nps), answerRate(score)]
  const ofNps = nps.promoters + nps.passives + nps.detractors
  return (
    <dl className="grid grid-cols-2 border-b border-line lg:grid-cols-4">
      <ScoreCard
        name={t('ratings.results.satisfied')}
        value={satisfied === null ? '—' : share(satisfied)}
        detail={t('ratings.results.satisfiedOf', { satisfied: number(csat.satisfied), count: csat.answered })}
      />
      <ScoreCard
        name={t('ratings.results.mean')}
        value={csat.mean === null ? '—' : number(rounded(csat.mean))}
        unit={csat.top !== null && t('ratings.results.ofTop', { top: number(csat.top) })}
        detail={t(csat.answered > 0 && csat.mean === null ? 'ratings.results.manyScales' : 'ratings.results.ofCsat')}
      />
      <ScoreCard
        name="NPS"
        value={index === null ? '—' : number(index)}
        detail={
          ofNps > 0 &&
          t('ratings.results.npsOf', {
            promoters: share(nps.promoters / ofNps),
            detractors: share(nps.detractors / ofNps),
          })
        }
      />
      <ScoreCard
        name={t('ratings.results.rate')}
        value={rate === null ? '—' : share(rate)}
        detail={t('ratings.results.rateOf', { answered: number(answered), count: asked })}
      />
    </dl>
  )
}

/** One decimal digit. */
export const rounded = (value: number): number => Math.round(value * 10) / 10

type CardProps = { name: string; value: string; unit?: ReactNode; detail: ReactNode }

function ScoreCard({ name, value, unit, detail }: CardProps) {
  return (
    <div className="grid content-start gap-0.5 border-line px-6 py-4 not-last:border-r max-lg:nth-2:border-r-0 max-lg:nth-[-n+2]:border-b max-sm:px-4">
      <dt className="text-sm font-medium text-muted">{name}</dt>
      <dd className="nums text-2xl font-semibold">
        {value} {unit && <span className="text-base font-normal text-muted">{unit}</span>}
      </dd>
      <dd className="text-xs text-faint">{detail || ' '}</dd>
    </div>
  )
}
