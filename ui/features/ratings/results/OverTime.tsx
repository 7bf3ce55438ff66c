import { npsOf, type RatingResults, type RatingSpan } from '../../../../src/features/ratings/contract'
import { BarChart, LineChart } from '../../../shared/chart/ChartFigure'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'

/** Of promoters without detractors, and the reverse. */
const NPS_SCALE = [-100, -50, 0, 50, 100]

/** Score and number of answers over time. Hidden for a single day. */
export function OverTime({ times: { unit, spans } }: { times: RatingResults['times'] }) {
  const t = useText()
  const format = useFormat()
  if (spans.length < 2) return null
  const of = t(`ratings.results.time.${unit}`)
  // All our languages write day, month, year.
  const short = (day: string) => (unit === 'month' ? format.day(day).slice(3) : format.day(day).slice(0, 5))
  const busiest = spans.reduce((best, one) => (one.answered > best.answered ? one : best))
  return (
    <>
      <ScoreLine
        name={t('ratings.results.satisfied')}
        of={of}
        points={pointsOf(spans, ({ csat }) => (csat.answered > 0 ? (100 * csat.satisfied) / csat.answered : null))}
        short={short}
        show={(percent) => format.share(percent / 100)}
      />
      <ScoreLine
        name="NPS"
        of={of}
        points={pointsOf(spans, ({ nps }) => npsOf(nps))}
        short={short}
        show={format.number}
        ticks={NPS_SCALE}
      />
      <BarChart
        title={t('ratings.results.time.answers')}
        finding={t('ratings.results.time.busiest', { day: format.day(busiest.from), count: busiest.answered })}
        of={of}
        data={{
          series: [
            { id: 'asked', name: t('ratings.results.asked') },
            { id: 'answered', name: t('ratings.results.answers') },
          ],
          rows: spans.map(({ from, asked, answered }) => ({ label: short(from), values: [asked, answered] })),
        }}
      />
    </>
  )
}

type Point = { readonly from: string; readonly value: number }

/** Days without answers have no score. */
const pointsOf = (spans: readonly RatingSpan[], scoreOf: (span: RatingSpan) => number | null): Point[] =>
  spans.flatMap((span) => {
    const value = scoreOf(span)
    return value === null ? [] : [{ from: span.from, value }]
  })

type LineProps = {
  name: string
  of: string
  points: readonly Point[]
  short(day: string): string
  show(value: number): string
  ticks?: readonly number[]
}

function ScoreLine({ name, of, points, short, show, ticks }: LineProps) {
  const t = useText()
  const { day } = useFormat()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  return (
    <LineChart
      title={t('ratings.results.time.score', { name })}
      finding={t('ratings.results.time.went', {
        name,
        first: show(first.value),
        from: day(first.from),
        last: show(last.value),
        to: day(last.from),
      })}
      of={of}
      show={show}
      data={{
        series: [{ id: 'score', name }],
        rows: points.map(({ from, value }) => ({ label: short(from), values: [value] })),
        ...(ticks && { ticks }),
      }}
    />
  )
}
