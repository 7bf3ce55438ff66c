import '../update/update.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { MoveChoices, MoveTarget, NewMove } from '../../../../src/features/machines/contract'
import { errorText } from '../../../shared/errorText'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { cancelMove, choicesQuery, MACHINES, orderMove } from './api'
import { MoveSteps } from './MoveSteps'
import { stageOf, type WatchedMove } from './rules'
import { useDayWords } from './useDayWords'
import { useMoveWords } from './useMoveWords'

type Props = { companyId: number; onClose(): void }

/** Moves a company: where to, what happens, and how far it is. */
export function MoveDialog({ companyId, onClose }: Props) {
  const t = useText()
  const { data, error, refetch } = useQuery(choicesQuery(companyId))
  if (data) return <Move data={data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('machines.moving')} size="lg">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading className="dialog-body grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  )
}

function Move({ data, onClose }: { data: MoveChoices; onClose(): void }) {
  const t = useText()
  const { number } = useFormat()
  const { company, targets } = data
  const { move, machine: from } = company
  const isUnderWay = move !== null && move.step !== 'planned' && move.step !== 'failed'
  const [watched, setWatched] = useState<WatchedMove | null>(isUnderWay ? { from, to: move.to } : null)
  const possible = targets.filter(({ obstacle }) => obstacle === null)
  const [chosen, setChosen] = useState<string | undefined>()
  const to = chosen ?? (possible.find(({ machine }) => machine === move?.to) ?? possible[0])?.machine
  const stage = stageOf(data, watched)
  const orders = useMoveOrders(company.id, (ordered) =>
    setWatched(ordered?.when === 'now' ? { from, to: ordered.to } : null),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(stage === 'done' ? 'machines.movedTitle' : 'machines.moveTitle', { name: company.name })}
      size="lg"
      footer={
        <Foot data={data} stage={stage} to={to} orders={orders} onClose={onClose}>
          {t('machines.people', { n: number(company.people), count: company.people })},{' '}
          {t('machines.connections', { n: number(company.connections), count: company.connections })}
        </Foot>
      }
    >
      <div className="dialog-body grid gap-4 border-t border-line">
        {(stage === 'choosing' || stage === 'planned') && (
          <Targets targets={targets} possible={possible} to={to} onChoose={setChosen} />
        )}
        <MoveNote data={data} stage={stage} watched={watched} />
        {orders.error && <ErrorNote>{errorText(t, orders.error)}</ErrorNote>}
        <MoveSteps
          company={company}
          from={watched?.from ?? from}
          to={stage === 'moving' || stage === 'done' ? (move?.to ?? watched?.to ?? '') : (to ?? '–')}
          stage={stage}
          hasCopy={targets.find(({ machine }) => machine === to)?.hasCopy ?? false}
        />
      </div>
    </Dialog>
  )
}

type Stage = ReturnType<typeof stageOf>

/** The last outcome, or what is planned, in a sentence. */
function MoveNote({
  data: { company },
  stage,
  watched,
}: {
  data: MoveChoices
  stage: Stage
  watched: WatchedMove | null
}) {
  const t = useText()
  const moveWords = useMoveWords()
  const { move, isFirst } = company
  if (stage === 'done')
    return (
      <p className="text-sm" role="status">
        {t('machines.movedText', { machine: watched?.to ?? '' })}
      </p>
    )
  if (move && (move.step === 'planned' || move.step === 'failed'))
    return (
      <p className={move.step === 'failed' ? 'text-sm text-error-ink' : 'text-sm'} role="status">
        {moveWords(move)}
      </p>
    )
  return isFirst && stage === 'choosing' ? <p className="text-sm text-muted">{t('machines.moveFirst')}</p> : null
}

type TargetProps = {
  targets: readonly MoveTarget[]
  possible: readonly MoveTarget[]
  to: string | undefined
  onChoose(machine: string): void
}

function Targets({ targets, possible, to, onChoose }: TargetProps) {
  const t = useText()
  const name = useId()
  if (possible.length === 0) return <p className="text-sm text-muted">{t('machines.noTarget')}</p>
  return (
    <fieldset className="move-targets">
      <legend className="sr-only">{t('machines.targets')}</legend>
      {targets
        .filter(({ obstacle }) => obstacle !== 'here')
        .map((target) => (
          <label key={target.machine} className="update-choice">
            <input
              type="radio"
              className="radio radio-sm radio-primary"
              name={name}
              checked={target.machine === to}
              disabled={target.obstacle !== null}
              onChange={() => onChoose(target.machine)}
            />
            <b className="first-letter:normal-case!">{target.machine}</b>
            <small>
              <TargetWords target={target} />
            </small>
          </label>
        ))}
    </fieldset>
  )
}

function TargetWords({ target: { obstacle, now, after, hasCopy } }: { target: MoveTarget }) {
  const t = useText()
  const { share } = useFormat()
  if (obstacle) return t(`machines.obstacle.${obstacle}`)
  if (!after || !now) return t('machines.unknownLoad')
  const whole = (part: number) => share(Math.round(part * 100) / 100)
  const words = resources
    .map((resource) => ({ resource, now: whole(now[resource]), after: whole(after[resource]) }))
    .filter(({ resource, now, after }) => resource === 'memory' || now !== after)
    .map(({ resource, ...shares }) => t(`machines.after.${resource}`, shares))
    .join(', ')
  return (
    <>
      {words}
      {hasCopy && <span className="block">{t('machines.hasCopy')}</span>}
    </>
  )
}

const resources = ['memory', 'disk', 'cpu'] as const

type Orders = ReturnType<typeof useMoveOrders>

function useMoveOrders(companyId: number, onOrdered: (move: NewMove | null) => void) {
  const queries = useQueryClient()
  const settle = {
    onSuccess: (fresh: MoveChoices) => queries.setQueryData(choicesQuery(companyId).queryKey, fresh),
    onSettled: () => queries.invalidateQueries({ queryKey: MACHINES }),
  }
  const order = useMutation({
    mutationFn: async (move: NewMove) => {
      const fresh = await orderMove(companyId, move)
      onOrdered(move)
      return fresh
    },
    ...settle,
  })
  const cancel = useMutation({
    mutationFn: async () => {
      const fresh = await cancelMove(companyId)
      onOrdered(null)
      return fresh
    },
    ...settle,
  })
  return { order, cancel, error: order.error ?? cancel.error }
}

type FootProps = {
  data: MoveChoices
  stage: Stage
  to: string | undefined
  orders: Orders
  onClose(): void
  children: ReactNode
}

function Foot({ data, stage, to, orders: { order, cancel }, onClose, children }: FootProps) {
  const t = useText()
  const day = useDayWords('button')
  const { company, nextHour } = data
  const give = (when: NewMove['when']) => to !== undefined && order.mutate({ to, when })
  const isOrdering = (when: NewMove['when']) => order.isPending && order.variables.when === when
  if (stage === 'done' || stage === 'moving')
    return (
      <>
        {stage === 'moving' && company.move !== null && company.move.step !== 'opens' && (
          <Button tone="ghost" className="mr-auto" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('machines.callOff')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </>
    )
  return (
    <>
      <span className="mr-auto text-xs text-muted max-sm:hidden">{children}</span>
      {stage === 'planned' ? (
        <Button tone="ghost" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('machines.cancelPlan')}
        </Button>
      ) : (
        <Button tone="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      )}
      <Button disabled={to === undefined} busy={isOrdering('hour')} onClick={() => give('hour')}>
        {day(nextHour)}
      </Button>
      <Button tone="primary" disabled={to === undefined} busy={isOrdering('now')} onClick={() => give('now')}>
        {t('machines.moveNow')}
      </Button>
    </>
  )
}
