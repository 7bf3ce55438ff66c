import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  type LockScreen,
  lockScreens,
  type PushCompany,
  restrictedLockScreens,
} from '../../../../src/features/push/contract'
import type { QueueDetail } from '../../../../src/queues/contract'
import { useText } from '../../../shared/i18n/useText'
import { queuesQuery } from '../../directory/api'

type Props = { value: PushCompany; onChange(value: PushCompany): void }

/** What a locked screen shows: of all queues, and of those with a choice of their own. Restricted ones never show text. */
export function LockScreens({ value, onChange }: Props) {
  const t = useText()
  const title = useId()
  const { data: queues = [] } = useQuery(queuesQuery)
  const chosen = new Map(value.queues.map(({ queueId, lockScreen }) => [queueId, lockScreen]))
  const own = queues.filter(({ id, isRestricted }) => isRestricted || chosen.has(id))
  const usual = queues.filter((queue) => !own.includes(queue))
  const choose = (queueId: number, lockScreen: LockScreen | null) =>
    onChange({
      ...value,
      queues: [
        ...value.queues.filter((one) => one.queueId !== queueId),
        ...(lockScreen === null ? [] : [{ queueId, lockScreen }]),
      ],
    })
  return (
    <section aria-labelledby={title}>
      <h2 className="text-sm font-semibold" id={title}>
        {t('pushCompany.lock.title')}
      </h2>
      <div className="push-row">
        <span className="two min-w-0">
          <span>{t('pushCompany.lock.usual')}</span>
          <small className="line-clamp-2">
            {usual.length > 0 ? usual.map(({ name }) => name).join(', ') : t('pushCompany.lock.noQueue')}
          </small>
        </span>
        <select
          className="select select-sm w-44 flex-none"
          aria-label={t('pushCompany.lock.usual')}
          value={value.usual}
          onChange={({ target }) => onChange({ ...value, usual: known(target.value) })}
        >
          {lockScreens.map((one) => (
            <option key={one} value={one}>
              {t(`pushCompany.lock.${one}`)}
            </option>
          ))}
        </select>
      </div>
      {own.map((queue) => (
        <OfQueue key={queue.id} queue={queue} value={chosen.get(queue.id)} onChange={(one) => choose(queue.id, one)} />
      ))}
      {usual.length > 0 && (
        <select
          className="select select-sm mt-3 w-full max-w-64"
          aria-label={t('pushCompany.lock.add')}
          value=""
          onChange={({ target }) => choose(Number(target.value), value.usual === 'queue' ? 'name' : 'queue')}
        >
          <option value="" disabled>
            {t('pushCompany.lock.add')}
          </option>
          {usual.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </section>
  )
}

const known = (typed: string): LockScreen => lockScreens.find((one) => one === typed) ?? 'queue'

type QueueProps = {
  queue: QueueDetail
  value: LockScreen | undefined
  /** Null: as all queues. */
  onChange(value: LockScreen | null): void
}

function OfQueue({ queue: { name, isRestricted }, value, onChange }: QueueProps) {
  const t = useText()
  const offered: readonly LockScreen[] = isRestricted ? restrictedLockScreens : lockScreens
  return (
    <div className="push-row">
      <span className="two min-w-0">
        <span className="truncate">{name}</span>
        {isRestricted && <small>{t('pushCompany.lock.restricted')}</small>}
      </span>
      <select
        className="select select-sm w-44 flex-none"
        aria-label={name}
        value={isRestricted ? (value === 'name' ? 'name' : 'queue') : (value ?? '')}
        onChange={({ target }) => onChange(target.value === '' ? null : known(target.value))}
      >
        {!isRestricted && <option value="">{t('pushCompany.lock.asUsual')}</option>}
        {offered.map((one) => (
          <option key={one} value={one}>
            {t(`pushCompany.lock.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
