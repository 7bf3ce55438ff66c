import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { type FormEvent, useRef, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { Field } from '../../../shared/kit/Field'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { TextArea } from '../../../shared/kit/TextArea'
import { ofPerson } from '../../../shared/session/ofPerson'
import { currentPerson } from '../../../shared/session/session'
import { useMay } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../connections/api'
import { useContactName } from '../../contacts/names'
import { perTicket } from '../../messages/state'
import { peopleQuery } from '../../people/api'
import { queuesQuery } from '../../queues/api'
import { useMoves } from '../moves/useMoves'
import { transferFault } from '../rules/moves'
import { useConnectionName } from './connectionName'

const COMMENT_LENGTH = 1000

/** Not transferred yet: kept when the dialog closes, and when the transfer is refused. */
const commentAtom = perTicket((_ticketId: number) => ofPerson(''))

/** Transfers a ticket to a colleague, a queue, another connection, or several of them. */
export function TransferDialog({ ticket, onClose }: { ticket: TicketSummary; onClose(): void }) {
  const t = useText()
  const contactName = useContactName(ticket)
  const moves = useMoves()
  const people = useQuery(peopleQuery).data ?? []
  const queues = useQuery(queuesQuery).data ?? []
  const [userId, setUser] = useState<number | null>(null)
  const [queueId, setQueue] = useState<number | null>(null)
  const [whatsappId, setConnection] = useState<number | null>(null)
  const connections = useOtherConnections(ticket)
  const nameOf = useConnectionName()
  const [comment, setComment] = useAtom(commentAtom(ticket.id))
  const [asked, setAsked] = useState(false)
  const first = useRef<HTMLSelectElement>(null)
  const user = people.find(({ id }) => id === userId) ?? null
  const queue = queues.find(({ id }) => id === queueId) ?? null
  const connection = connections.find(({ id }) => id === whatsappId) ?? null
  const fault = transferFault({ user, queueId, connectionId: whatsappId, ticket })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (fault) return
    onClose()
    setComment('')
    const whose = currentPerson()
    moves.transfer(ticket, { user, queue, connection, comment: comment.trim() }, () => setComment(comment, whose))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tickets.transferTitle', { name: contactName })}
      size="sm"
      initialFocus={first}
    >
      <form onSubmit={submit}>
        <div className="dialog-body grid gap-4 pt-0!">
          <IdSelect
            ref={first}
            label={t('tickets.transferUser')}
            error={asked && fault === 'target' && t('errors.ERR_TRANSFER_TARGET')}
            options={people
              .filter(({ id }) => id !== ticket.userId)
              .map(({ id, name, online, status }) => ({
                id,
                name: online ? `${name} · ${t(`people.status.${status}`).toLocaleLowerCase()}` : name,
              }))}
            value={userId}
            onChange={setUser}
            none={whatsappId !== null && queueId === null ? t('moves.keepUser') : t('tickets.transferAnyone')}
          />
          <IdSelect
            label={t('tickets.contact.queue')}
            error={asked && fault === 'queue' && t('errors.ERR_QUEUE_NOT_OF_USER')}
            options={queues.filter(({ id }) => id !== ticket.queueId)}
            value={queueId}
            onChange={setQueue}
            none={ticket.queue ? t('tickets.keepQueue', { name: ticket.queue.name }) : t('common.noQueue')}
          />
          {connections.length > 0 && (
            <IdSelect
              label={t('tickets.contact.connection')}
              options={connections.map((one) => ({ id: one.id, name: nameOf(one) }))}
              value={whatsappId}
              onChange={setConnection}
              none={t('tickets.keepQueue', { name: ticket.whatsapp.name })}
            />
          )}
          <Field label={t('tickets.comment')} optional hint={t('tickets.commentHint')}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxRows={5}
                maxLength={COMMENT_LENGTH}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            )}
          </Field>
        </div>
        <footer className="dialog-foot">
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" tone="primary">
            {t('tickets.transfer')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** To which the conversation may move: a group stays where it is, and a contact without a number is known to one alone. */
function useOtherConnections({ isGroup, contact, whatsappId }: TicketSummary) {
  const may = useMay()
  const isOffered = may('ticket-options:transferWhatsapp') && !isGroup && contact.number !== null
  const { data = [] } = useQuery({ ...connectionsQuery, enabled: isOffered })
  return isOffered ? data.filter(({ id }) => id !== whatsappId) : []
}
