import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { Dialog } from '../../../shared/kit/Dialog'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { Toggle } from '../../../shared/kit/Toggle'
import { peopleQuery } from '../../people/api'
import { queuesQuery } from '../../queues/api'
import type { Farewell } from '../rules/closing'
import { type TransferTarget, transferFault } from '../rules/moves'

type CloseProps = { count: number; onConfirm(farewell: Farewell): void; onClose(): void }

/** Always asked: several are not taken back as easily as one. */
export function CloseSeveral({ count, onConfirm, onClose }: CloseProps) {
  const t = useText()
  const id = useId()
  const [speaks, setSpeaks] = useState(true)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('desk.several.closeTitle', { count })}
      confirm={t('desk.several.close')}
      tone="primary"
      onConfirm={() => {
        onClose()
        onConfirm(speaks ? 'with farewell' : 'silently')
      }}
    >
      <span className="grid gap-3">
        {t('desk.several.closeText')}
        <label htmlFor={id} className="flex cursor-pointer items-center gap-3">
          <Toggle id={id} size="sm" checked={speaks} onChange={setSpeaks} />
          {t('desk.several.farewell')}
        </label>
      </span>
    </ConfirmDialog>
  )
}

type TransferProps = { count: number; onConfirm(target: TransferTarget): void; onClose(): void }

/** To a colleague, a queue, or both. */
export function TransferSeveral({ count, onConfirm, onClose }: TransferProps) {
  const t = useText()
  const people = useQuery(peopleQuery).data ?? []
  const queues = useQuery(queuesQuery).data ?? []
  const [userId, setUser] = useState<number | null>(null)
  const [queueId, setQueue] = useState<number | null>(null)
  const [asked, setAsked] = useState(false)
  const first = useRef<HTMLSelectElement>(null)
  const user = people.find(({ id }) => id === userId) ?? null
  const queue = queues.find(({ id }) => id === queueId) ?? null
  // Whether the colleague serves the queue that each of them has, the server says.
  const fault = transferFault({ user, queueId, ticket: { queueId: null } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (fault) return
    onClose()
    onConfirm({ user, queue, comment: '' })
  }
  return (
    <Dialog open onClose={onClose} title={t('desk.several.transferTitle', { count })} size="sm" initialFocus={first}>
      <form onSubmit={submit}>
        <div className="dialog-body grid gap-4 pt-0!">
          <IdSelect
            ref={first}
            label={t('tickets.transferUser')}
            error={asked && fault === 'target' && t('errors.ERR_TRANSFER_TARGET')}
            options={people}
            value={userId}
            onChange={setUser}
            none={t('tickets.transferAnyone')}
          />
          <IdSelect
            label={t('tickets.contact.queue')}
            error={asked && fault === 'queue' && t('errors.ERR_QUEUE_NOT_OF_USER')}
            options={queues}
            value={queueId}
            onChange={setQueue}
            none={t('common.noQueue')}
          />
        </div>
        <footer className="dialog-foot">
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" tone="primary">
            {t('desk.several.transfer')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
