import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../connections/api'
import { contactSearchQuery } from '../../contacts/api'
import { ContactPicker } from '../../contacts/ContactPicker'
import { NewContact } from '../../contacts/NewContact'
import { refusalText } from '../../messages/refusal'
import { queuesQuery } from '../../queues/api'
import { createTicket } from '../api'
import { useDesk } from '../useDesk'

type Props = {
  /** The contact, if already known. */
  first?: ContactSummary | null
  /** A person on a contact card who is not a contact yet. */
  card?: { readonly name: string; readonly number: string } | null
  onClose(): void
}

/** Starts a conversation: with whom, in which queue, through which connection. */
export function NewTicketDialog({ first = null, card = null, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const desk = useDesk()
  const client = useQueryClient()
  const [contact, setContact] = useState<ContactSummary | null>(first)
  const [unknown, setUnknown] = useState<string | null>(card?.number ?? null)
  const queues = (useQuery(queuesQuery).data ?? []).filter(
    ({ id }) => user.queueIds.length === 0 || user.queueIds.includes(id),
  )
  const connections = useQuery(connectionsQuery).data ?? []
  const [chosen, setQueue] = useState<number | null>(null)
  // A single option needs no question.
  const queueId = chosen ?? (queues.length === 1 ? (queues[0]?.id ?? null) : null)
  const [whatsappId, setConnection] = useState<number | null>(null)
  const create = useMutation({
    mutationFn: (contactId: number) =>
      createTicket({ contactId, status: 'open', queueId, ...(whatsappId === null ? {} : { whatsappId }) }),
    onSuccess: (ticket) => {
      changeLists(client, ['tickets'], { put: ticket })
      onClose()
      desk.open(ticket)
    },
    onError: (failure) => toast.error(refusalText(t, failure)),
  })
  const needsQueue = queueId === null && queues.length > 0
  return (
    <Dialog open onClose={onClose} title={t('tickets.new')} size="sm">
      <div className="dialog-body grid gap-4 pt-1!">
        {unknown !== null ? (
          <NewContact
            text={unknown}
            {...(card && { name: card.name })}
            onCancel={() => setUnknown(null)}
            onCreated={(created) => {
              setContact(created)
              setUnknown(null)
            }}
          />
        ) : (
          <>
            <ContactPicker contact={contact} onChoose={setContact} onUnknown={setUnknown} />
            <IdSelect
              label={t('tickets.contact.queue')}
              options={queues}
              value={queueId}
              onChange={setQueue}
              none={queues.length > 0 ? t('tickets.chooseQueue') : t('common.noQueue')}
              isNoneDisabled={queues.length > 0}
            />
            {connections.length > 1 && (
              <IdSelect
                label={t('tickets.contact.connection')}
                options={connections}
                value={whatsappId}
                onChange={setConnection}
                none={t('tickets.defaultConnection')}
              />
            )}
          </>
        )}
      </div>
      {unknown === null && (
        <footer className="dialog-foot">
          {contact && needsQueue && <span className="mr-auto text-xs text-error-ink">{t('tickets.queueFirst')}</span>}
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            tone="primary"
            busy={create.isPending}
            disabled={!contact || needsQueue}
            onClick={() => contact && create.mutate(contact.id)}
          >
            {t('tickets.begin')}
          </Button>
        </footer>
      )}
    </Dialog>
  )
}

/** Writes to a person on a contact card, who is or becomes a contact. */
export function CardTicketDialog({ card, onClose }: { card: { name: string; number: string }; onClose(): void }) {
  const found = useQuery(contactSearchQuery(card.number))
  if (found.isPending) return null
  const contact = found.data?.contacts.find(({ number }) => number === card.number)
  return contact ? (
    <NewTicketDialog first={contact} onClose={onClose} />
  ) : (
    <NewTicketDialog card={card} onClose={onClose} />
  )
}
