import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  OF_CONNECTION,
  type RatingResults,
  ratingAnswered,
  ratingAsked,
} from '../../../../src/features/ratings/contract'
import { useText } from '../../../shared/i18n/useText'
import { addDays, localDay } from '../../../shared/i18n/zoned'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { StaleNote } from '../../../shared/kit/StaleNote'
import { useEvent } from '../../../shared/live/useEvent'
import { useUser } from '../../../shared/session/useUser'
import { ChoiceFilter } from '../../../shared/table/ChoiceFilter'
import { DateRangeFilter } from '../../../shared/table/DateRangeFilter'
import type { View } from '../../../shared/table/useView'
import { throttleTrailing } from '../../../shared/throttle'
import { usePageTitle } from '../../../shared/usePageTitle'
import { RESULTS, resultsQuery } from '../api'
import type { ResultsFilter } from '../spec'
import type { RatingsView } from '../view'
import { Answers } from './Answers'
import { Distributions } from './Distributions'
import { OverTime } from './OverTime'
import { ScoreCards } from './ScoreCards'
import { ScoreTables } from './ScoreTables'

type Props = { view: View<RatingsView>; tabs: ReactNode }

/** Default period: this many days. */
const USUAL_DAYS = 30

/** Rating results of a period: score, distribution, response rate, by user and queue, and comments. */
export function ResultsPage({ view, tabs }: Props) {
  const t = useText()
  usePageTitle(t('ratings.title'))
  useAskAgain()
  const choice = useChoice(view.now)
  const { data, error, refetch } = useQuery(resultsQuery(choice))
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('ratings.title')}</h1>
        {tabs}
        <Filters view={view} choice={choice} results={data} />
      </div>
      <div className="page-body">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error && data && <StaleNote onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading className="grid gap-4 p-6">
            <Skeleton className="h-24" />
            <Skeleton className="h-64" />
          </Loading>
        )}
        {data?.total.asked === 0 && (
          <EmptyState heading="h2" icon={<ChartNoAxesColumn />} title={t('ratings.results.empty')}>
            {t('ratings.results.emptyText')}
          </EmptyState>
        )}
        {data && data.total.asked > 0 && (
          <>
            <ScoreCards score={data.total} />
            {data.total.answered > 0 && (
              <div className="grid gap-x-8 gap-y-6 border-b border-line p-6 max-sm:p-4 lg:grid-cols-2">
                <OverTime times={data.times} />
                <Distributions ratings={data.ratings} />
              </div>
            )}
            <ScoreTables results={data} view={view} />
            <Answers view={view} choice={choice} />
          </>
        )}
      </div>
    </main>
  )
}

function useChoice({ from, to, rating, user, queue }: RatingsView): ResultsFilter {
  const today = localDay(Date.now(), useUser().company.timeZone)
  const last = to ?? today
  return { from: from ?? addDays(last, 1 - USUAL_DAYS), to: last, rating, user, queue }
}

/** At most once per second, however many answer. */
function useAskAgain() {
  const client = useQueryClient()
  const [asking] = useState(() => throttleTrailing(() => void client.invalidateQueries({ queryKey: RESULTS }), 1_000))
  useEffect(() => () => asking.cancel(), [asking])
  useEvent(ratingAsked, () => asking.ask())
  useEvent(ratingAnswered, () => asking.ask())
}

type FiltersProps = { view: View<RatingsView>; choice: ResultsFilter; results: RatingResults | undefined }

/** Only users and queues with results in the period can be chosen. */
function Filters({ view, choice, results }: FiltersProps) {
  const t = useText()
  const known = <T extends { id: number; name: string }>(all: readonly (T | null)[] = []) =>
    all.flatMap((one) => (one ? [{ value: String(one.id), label: one.name }] : []))
  const ratings = results?.ratings.flatMap(({ ratingId, name }) =>
    ratingId === null && name !== ''
      ? []
      : [{ id: ratingId ?? OF_CONNECTION, name: name || t('ratings.ofConnection') }],
  )
  const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))
  const textOf = (value: number | undefined) => (value === undefined ? undefined : String(value))
  return (
    <>
      <DateRangeFilter
        label={t('ratings.results.period')}
        value={choice}
        onChange={({ from, to }) => view.change({ from, to })}
      />
      <ChoiceFilter
        label={t('ratings.results.rating')}
        all={t('common.allFeminine')}
        value={textOf(choice.rating)}
        onChange={(rating) => view.change({ rating: numberOf(rating) })}
        options={known(ratings)}
      />
      <ChoiceFilter
        label={t('ratings.results.user')}
        value={textOf(choice.user)}
        onChange={(user) => view.change({ user: numberOf(user) })}
        options={known(results?.users.map(({ user }) => user))}
      />
      <ChoiceFilter
        label={t('ratings.results.queue')}
        all={t('common.allFeminine')}
        value={textOf(choice.queue)}
        onChange={(queue) => view.change({ queue: numberOf(queue) })}
        options={known(results?.queues.map(({ queue }) => queue))}
      />
    </>
  )
}
