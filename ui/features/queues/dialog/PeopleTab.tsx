import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueueDetail } from '../../../../src/queues/contract'
import { toggled } from '../../../shared/form/toggled'
import { useField } from '../../../shared/form/useField'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { fits, needleOf } from '../../../shared/plain'
import { peopleQuery } from '../../directory/api'
import type { QueueValues } from '../values'

type Props = {
  form: Form<QueueValues, QueueValues>
  queueId: number | undefined
  queues: readonly QueueDetail[]
}

/** Users of the queue. */
export function PeopleTab({ form, queueId, queues }: Props) {
  const t = useText()
  const people = useQuery(peopleQuery)
  const [text, setText] = useState('')
  const { value: chosen = [], onChange } = useField<number[] | undefined, QueueValues, QueueValues>(form, 'userIds')
  const all = people.data ?? []
  const found = all.filter(({ name }) => fits(needleOf(text), name))
  const isAll = found.length > 0 && found.every(({ id }) => chosen.includes(id))
  const setAll = () => {
    const ids = found.map(({ id }) => id)
    onChange(isAll ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])].sort((a, b) => a - b))
  }
  if (people.error && !people.data) return <ErrorState error={people.error} onRetry={() => void people.refetch()} />
  return (
    <section aria-label={t('common.field.people')}>
      <div className="split-bar">
        <SearchBox
          label={t('queues.form.findPerson')}
          value={text}
          onSearch={setText}
          delay={150}
          size="sm"
          className="w-72! max-w-full"
          // Enter must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <span className="text-xs text-muted nums">
          {t('queues.form.members.count', { count: chosen.length, all: all.length })}
        </span>
        <Button size="sm" tone="ghost" className="ml-auto" onClick={setAll}>
          {isAll ? t('queues.form.members.none') : t('queues.form.members.all')}
        </Button>
      </div>
      <table className="grid-table data-table">
        <thead>
          <tr>
            <th className="pick" aria-label={t('common.field.people')} />
            <th>{t('common.field.name')}</th>
            <th>{t('queues.form.members.presence')}</th>
            <th className="text-left!">{t('queues.form.members.others')}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ id, name, online, queueIds }) => {
            const others = queues.filter((queue) => queue.id !== queueId && queueIds.includes(queue.id))
            return (
              <tr key={id}>
                <td className="pick">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-primary checkbox-sm"
                    aria-label={name}
                    checked={chosen.includes(id)}
                    onChange={() => onChange(toggled(chosen, id))}
                  />
                </td>
                <td className="lead">
                  <span className="flex items-center gap-2">
                    <Face name={name} size={1.5} />
                    {name}
                  </span>
                </td>
                <td>
                  <StatusDot tone={online ? 'ok' : 'off'}>
                    {online ? t('queues.form.members.online') : t('queues.form.members.away')}
                  </StatusDot>
                </td>
                <td>
                  <span className="flex flex-wrap gap-1">
                    {others.map((queue) => (
                      <QueueChip key={queue.id} queue={queue} />
                    ))}
                    {others.length === 0 && <span className="text-faint">{t('queues.form.members.noOthers')}</span>}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {all.length > 0 && found.length === 0 && (
        <p className="px-5 py-3 text-sm text-muted">{t('kit.noMatch', { text })}</p>
      )}
      <p className="px-5 py-3 text-xs text-muted">{t('queues.form.peopleHint')}</p>
    </section>
  )
}
