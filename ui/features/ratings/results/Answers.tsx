import { Link } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import type { RatingAnswer } from '../../../../src/features/ratings/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Button } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { Toggle } from '../../../shared/kit/Toggle'
import { useRows } from '../../../shared/live/useCrud'
import { useUser } from '../../../shared/session/useUser'
import type { View } from '../../../shared/table/useView'
import { answers } from '../api'
import type { ResultsFilter } from '../spec'
import type { RatingsView } from '../view'

/** Each answer with its comment, newest first; one click opens its ticket. */
export function Answers({ view, choice }: { view: View<RatingsView>; choice: ResultsFilter }) {
  const t = useText()
  const { timeZone } = useUser().company
  const comments = view.now.comments ?? false
  const rows = useRows(answers, { ...choice, comments, timeZone })
  return (
    <section className="p-6 max-sm:p-4" aria-labelledby="rating-answers">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="rating-answers" className="font-semibold">
          {t('ratings.results.answers')}
        </h2>
        <label className="flex items-center gap-2 text-sm text-muted" htmlFor="rating-comments">
          {t('ratings.results.onlyComments')}
          <Toggle
            id="rating-comments"
            size="sm"
            checked={comments}
            onChange={(on) => view.change({ comments: on || undefined })}
          />
        </label>
      </div>
      {!rows.all && !rows.error && <Skeleton className="h-24" />}
      {!rows.all && rows.error && <ErrorState error={rows.error} onRetry={rows.retry} />}
      {rows.all?.length === 0 && <EmptyState icon={<MessageSquareText />} title={t('ratings.results.noAnswers')} />}
      <ul className="divide-y divide-base-300">
        {rows.all?.map((answer) => (
          <Answer key={answer.id} answer={answer} />
        ))}
      </ul>
      {rows.hasMore && (
        <Button size="sm" className="mt-3" busy={rows.isLoadingMore} onClick={rows.loadMore}>
          {t('ratings.results.more')}
        </Button>
      )}
    </section>
  )
}

function Answer({ answer }: { answer: RatingAnswer }) {
  const t = useText()
  const { number } = useFormat()
  const { uuid, contact, user, queue, name, value, label, comment, answeredAt } = answer
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-3 py-3 text-sm">
      <b className="nums text-lg">{number(value)}</b>
      <div className="min-w-0">
        <p>
          <Link to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} className="font-medium hover:underline">
            {contact.name}
          </Link>{' '}
          {label !== String(value) && <span className="text-muted">{label}</span>}
        </p>
        {comment && <p className="mt-0.5 wrap-anywhere whitespace-pre-line select-text">{comment}</p>}
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
          <span>{name || t('ratings.ofConnection')}</span>
          {user && <span>{user.name}</span>}
          {queue && <QueueChip queue={queue} />}
        </p>
      </div>
      <span className="text-xs text-faint">
        <Ago at={answeredAt} />
      </span>
    </li>
  )
}
