import './distribution.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { choose, hasRoom, type Member } from '../../../src/features/distribution/choose'
import {
  type Distribution,
  distributionMade,
  type PoolMember,
  type QueueDistribution,
} from '../../../src/features/distribution/contract'
import { type AttendantsPool, assignments } from '../../../src/queues/contract'
import { personUpdated } from '../../../src/users/contract'
import { errorText } from '../../shared/errorText'
import { fieldError } from '../../shared/form/fieldError'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Face } from '../../shared/kit/Face'
import { Field } from '../../shared/kit/Field'
import { Toggle } from '../../shared/kit/Toggle'
import { useAskAfterMoves } from '../../shared/live/useAskAfterMoves'
import { useEvent } from '../../shared/live/useEvent'
import { Presence } from '../directory/Presence'
import { distributionKey, distributionQuery } from './api'
import { reasonWords } from './reasonWords'
import { poolIfNone } from './values'

type Props = {
  pool: AttendantsPool
  onChange(pool: AttendantsPool): void
  wrong: FieldErrors<AttendantsPool> | undefined
  /** Undefined until the queue is stored. */
  queueId: number | undefined
}

/** Who gets the queue's next ticket, and why the last ones were assigned as they were. */
export function DistributionTab({ pool, onChange, wrong, queueId }: Props) {
  const t = useText()
  const set = (change: Partial<AttendantsPool>) => onChange({ ...pool, ...change })
  const state = useDistribution(queueId)
  const id = useId()
  return (
    <>
      <section className="split-scroll">
        <div className="dialog-body grid gap-4">
          <label htmlFor={id} className="flex items-start justify-between gap-4">
            <span className="two">
              <span className="text-sm font-semibold">{t('distribution.active')}</span>
              <small>{t('distribution.activeHint')}</small>
            </span>
            <Toggle id={id} size="sm" checked={pool.active} onChange={(active) => set({ active })} />
          </label>
          {pool.active && (
            <>
              <Ways way={pool.typeAssignment} onChange={(typeAssignment) => set({ typeAssignment })} />
              <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
                <NumberField
                  label={t('distribution.minutes')}
                  hint={t('distribution.minutesHint')}
                  unit={t('distribution.minutesUnit')}
                  error={fieldError(t, wrong?.timeWithoutResponse)}
                  value={pool.enableReassignment ? pool.timeWithoutResponse : null}
                  onChange={(minutes) =>
                    set({
                      enableReassignment: minutes !== null,
                      timeWithoutResponse: minutes ?? poolIfNone.timeWithoutResponse,
                    })
                  }
                />
                <NumberField
                  label={t('distribution.limit')}
                  hint={t('distribution.limitHint')}
                  unit={t('distribution.limitUnit')}
                  error={fieldError(t, wrong?.conversationLimit)}
                  value={pool.conversationLimit}
                  onChange={(conversationLimit) => set({ conversationLimit })}
                />
              </div>
            </>
          )}
          {queueId === undefined ? (
            <p className="text-sm text-muted">{t('distribution.unsaved')}</p>
          ) : (
            <>
              {state.error && !state.data && <ErrorNote>{errorText(t, state.error)}</ErrorNote>}
              {state.data && <Members pool={pool} state={state.data} />}
            </>
          )}
        </div>
      </section>
      <Latest latest={state.data?.latest ?? []} waiting={state.data?.waiting ?? 0} />
    </>
  )
}

/** Live: refetched when a ticket was assigned, a user came or went, or a ticket moved. */
function useDistribution(queueId: number | undefined) {
  const queries = useQueryClient()
  const ask = () => void queries.invalidateQueries({ queryKey: distributionKey })
  useEvent(distributionMade, ({ distribution }) => distribution.queueId === queueId && ask())
  useEvent(personUpdated, ask)
  useAskAfterMoves(distributionKey)
  return useQuery({ ...distributionQuery(queueId ?? 0), enabled: queueId !== undefined })
}

type WaysProps = { way: AttendantsPool['typeAssignment']; onChange(way: AttendantsPool['typeAssignment']): void }

function Ways({ way, onChange }: WaysProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="field">
      <legend className="pb-1 text-sm font-medium">{t('distribution.way')}</legend>
      <div className="grid grid-cols-3 gap-2 max-sm:grid-cols-1">
        {assignments.map((one) => (
          <label key={one} className="pool-way">
            <input
              type="radio"
              name={name}
              className="radio radio-primary radio-sm"
              checked={one === way}
              onChange={() => onChange(one)}
            />
            <b className="font-semibold">{t(`distribution.ways.${one}`)}</b>
            <small className="col-2 text-xs text-muted">{t(`distribution.wayHints.${one}`)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type NumberProps = {
  label: string
  hint: string
  unit: string
  error: string | undefined
  /** Null if empty. */
  value: number | null
  onChange(value: number | null): void
}

function NumberField({ label, hint, unit, error, value, onChange }: NumberProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="input w-full">
          <input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            className="nums"
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
          />
          <span className="text-faint">{unit}</span>
        </span>
      )}
    </Field>
  )
}

/** Uses the values on screen, saved or not. */
function Members({ pool, state }: { pool: AttendantsPool; state: QueueDistribution }) {
  const t = useText()
  const members = state.members.map((one) => ({ ...one, limit: one.ownLimit ?? pool.conversationLimit }))
  const isForeseen = pool.active && pool.typeAssignment !== 'random'
  const next = isForeseen ? choose(pool.typeAssignment, members, () => 0)?.member.id : undefined
  return (
    <section className="grid gap-1" aria-label={t('distribution.members')}>
      <h3 className="text-sm font-medium">
        {t('distribution.members')}{' '}
        <span className="font-normal text-faint">{t('distribution.count', { count: members.length })}</span>
      </h3>
      {members.length === 0 && <p className="text-sm text-muted">{t('distribution.noMembers')}</p>}
      <ul className="pool-members">
        {members.map((one) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_8.5rem_12.5rem_8rem] items-center gap-3 min-h-11 border-b border-line type-sm max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2 max-md:gap-y-1 max-md:gap-x-3"
            key={one.id}
          >
            <span className="person min-w-0">
              <Face name={one.name} size={1.75} />
              <span className="truncate">{one.name}</span>
            </span>
            <MemberPresence presence={one.presence} />
            <span className="flex items-center gap-2">
              {one.limit !== null && (
                <progress
                  className="progress progress-primary h-1 w-28 max-sm:w-16"
                  value={Math.min(one.open, one.limit)}
                  max={one.limit}
                  aria-hidden="true"
                />
              )}
              <span className="nums text-xs whitespace-nowrap">
                {one.limit === null
                  ? t('distribution.open', { count: one.open })
                  : t('distribution.load', { open: one.open, limit: one.limit })}
              </span>
            </span>
            <span className="text-right whitespace-nowrap">
              {pool.active && <Standing member={one} isNext={one.id === next} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StandingProps = { member: Member; isNext: boolean }

function Standing({ member, isNext }: StandingProps) {
  const t = useText()
  if (isNext) return <b className="font-medium text-primary-ink">{t('distribution.next')}</b>
  if (!member.isAvailable) return <span className="text-faint">{t('distribution.skipped')}</span>
  return hasRoom(member) ? null : <b className="font-medium text-warning-ink">{t('distribution.full')}</b>
}

function MemberPresence({ presence }: Pick<PoolMember, 'presence'>) {
  const t = useText()
  if (presence === 'offline') return <span className="state">{t('directory.offline')}</span>
  if (presence === 'offDuty') return <span className="state">{t('distribution.presence.offDuty')}</span>
  return <Presence status={presence} />
}

function Latest({ latest, waiting }: { latest: readonly Distribution[]; waiting: number }) {
  const t = useText()
  return (
    <aside aria-label={t('distribution.why')}>
      <div className="split-bar">
        <span className="two">
          <h3 className="text-sm font-semibold">{t('distribution.why')}</h3>
          <small>{waiting > 0 ? t('distribution.waiting', { count: waiting }) : t('distribution.latest')}</small>
        </span>
      </div>
      {latest.length === 0 && <p className="px-5 text-sm text-muted">{t('distribution.none')}</p>}
      <ol className="split-scroll px-5 pt-0 pb-4" aria-live="polite">
        {latest.map((one) => (
          <Line key={one.id} of={one} />
        ))}
      </ol>
    </aside>
  )
}

function Line({ of: { user, from, contact, reason, open, of, minutes, createdAt } }: { of: Distribution }): ReactNode {
  const t = useText()
  const format = useFormat()
  const isToday = format.isSameDay(createdAt, Date.now())
  return (
    <li className="flex items-start gap-3 py-2 border-b border-line type-sm last:border-b-0">
      <time dateTime={createdAt} className="nums text-faint flex-none min-w-10 leading-4.5">
        {isToday ? format.time(createdAt) : format.shortDateTime(createdAt)}
      </time>
      {user ? <Face name={user.name} size={1.5} /> : <Face name="" size={1.5} color="#64748b" icon={<Hourglass />} />}
      <span className="two min-w-0">
        <span>{user?.name ?? t('distribution.stays')}</span>
        <small>{reasonWords(t, reason, { open, of, minutes, from: from?.name })}</small>
        <small className="truncate">{contact}</small>
      </span>
    </li>
  )
}
