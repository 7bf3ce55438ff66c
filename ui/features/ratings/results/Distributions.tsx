import type { RatingResults } from '../../../../src/features/ratings/contract'
import { BarChart } from '../../../shared/chart/ChartFigure'
import { useText } from '../../../shared/i18n/useText'

type Result = RatingResults['ratings'][number]

/** How often each answer was given, one chart per rating. */
export function Distributions({ ratings }: { ratings: readonly Result[] }) {
  const answered = ratings.filter(({ score }) => score.answered > 0)
  return (
    <>
      {answered.map((result) => (
        <Distribution key={`${result.ratingId} ${result.name}`} result={result} />
      ))}
    </>
  )
}

function Distribution({ result: { name, type, answers, score } }: { result: Result }) {
  const t = useText()
  const title = name || t('ratings.ofConnection')
  const most = answers.reduce((best, one) => (one.count > best.count ? one : best))
  const labelOf = ({ value, label }: Result['answers'][number]) =>
    type === 'nps' || label === String(value) ? String(value) : `${value} · ${label}`
  return (
    <BarChart
      title={title}
      finding={t('ratings.results.finding', { answer: labelOf(most), given: most.count, count: score.answered })}
      of={t('ratings.results.answer')}
      data={{
        series: [{ id: 'answers', name: t('ratings.results.answers') }],
        rows: answers.map((one) => ({ label: labelOf(one), values: [one.count] })),
      }}
    />
  )
}
