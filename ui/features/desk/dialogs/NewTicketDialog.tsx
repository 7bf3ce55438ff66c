import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import { queueAccess } from '../../../../src/users/permissions'
import { formatPhone } from '../../../shared/i18n/phone'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { IdSelect } from '../../../shared/kit/IdSelect'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useUser } from '../../../shared/session/useUser'
import { contactSearchQuery } from '../../contacts/api'
import { ContactPicker } from '../../contacts/ContactPicker'
import { NewContact } from '../../contacts/NewContact'
import { useOpenTicket } from '../../contacts/openTicket'
import type { PickableContact } from '../../contacts/PeoplePicker'
import { connectionsQuery, queuesQuery } from '../../directory/api'
import { refusalText } from '../../messages/refusal'
import { createTicket } from '../api'
import { useDesk } from '../useDesk'
import { canBegin, useConnectionName } from './connectionName'
import { useRecentPeople } from './useRecentPeople'

const isQueue = (value: unknown): value is number | null => value === null || typeof value === 'number'
const lastQueueAtom = storedOfPerson<number | null>('desk.newQueue', null, isQueue)

type Props = {
  /** The contact, if already known. */
  first?: ContactSummary | null
  /** A person from a contact card who is not a contact yet. */
  card?: { readonly name: string; readonly number: string } | null
  onClose(): void
}

/** Starts a conversation: contact, queue, connection. If the contact has one already, leads there. */
export function NewTicketDialog({ first = null, card = null, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const desk = useDesk()
  const client = useQueryClient()
  const [contact, setContact] = useState<PickableContact | null>(first)
  const { leadTo, explain } = useOpenTicket()
  const choose = (chosen: PickableContact | null) => {
    setContact(chosen)
    // If the check fails now, the server reports it when the ticket is created.
    if (chosen)
      leadTo(chosen).then(
        (isLed) => isLed && onClose(),
        () => undefined,
      )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the contact it begins with is chosen once
  useEffect(() => {
    if (first) choose(first)
  }, [])
  const recent = useRecentPeople(0).filter(({ isGroup }) => !isGroup)
  const [unknown, setUnknown] = useState<string | null>(card ? formatPhone(card.number) : null)
  const queues = (useQuery(queuesQuery).data ?? []).filter((queue) => queueAccess(user, queue) === 'use')
  const connections = useQuery(connectionsQuery).data ?? []
  const nameOf = useConnectionName()
  const [chosen, setQueue] = useState<number | null>(null)
  // A single option needs no question; otherwise the last choice is proposed.
  const [last, setLast] = useAtom(lastQueueAtom)
  const queueId = chosen ?? queues.find(({ id }) => queues.length === 1 || id === last)?.id ?? null
  const [picked, setConnection] = useState<number | null>(null)
  const usual = connections.find(({ id }) => id === user.whatsappId) ?? connections.find(({ isDefault }) => isDefault)
  // Preselects a connection that can start a conversation, preferably the default one.
  const ready = [...(usual ? [usual] : []), ...connections].find(canBegin)
  const connection = connections.find(({ id }) => id === (picked ?? ready?.id)) ?? usual
  const create = useMutation({
    mutationFn: ({ id: contactId }: PickableContact) =>
      createTicket({ contactId, status: 'open', queueId, ...(connection && { whatsappId: connection.id }) }),
    onSuccess: (ticket) => {
      setLast(ticket.queueId)
      changeLists(client, ['tickets'], { put: ticket })
      onClose()
      desk.open(ticket)
    },
    onError: async (failure, who) => {
      if (await explain(failure, who).catch(() => false)) onClose()
      else toast.error(refusalText(t, failure))
    },
  })
  const needsQueue = queueId === null && queues.length > 0
  return (
    <Dialog open onClose={onClose} title={t(unknown === null ? 'tickets.new' : 'contact.new')} size="sm">
      <div className="dialog-body grid gap-4 pt-1!">
        {unknown !== null ? (
          <NewContact
            text={unknown}
            {...(card && { name: card.name })}
            onCancel={() => setUnknown(null)}
            onCreated={(created) => {
              choose(created)
              setUnknown(null)
            }}
          />
        ) : (
          <>
            <ContactPicker contact={contact} onChoose={choose} onUnknown={setUnknown} recent={recent} />
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
                label={t('common.field.connection')}
                options={connections.map((one) => ({ id: one.id, name: nameOf(one) }))}
                value={connection?.id ?? null}
                onChange={setConnection}
                none={t('tickets.defaultConnection')}
                isNoneDisabled
              />
            )}
            {connection && !canBegin(connection) && (
              <p className="text-sm text-muted">{t('moves.cannotBegin', { name: connection.name })}</p>
            )}
          </>
        )}
      </div>
      {unknown === null && (
        <footer className="dialog-foot">
          {contact && needsQueue && <span className="mr-auto text-xs text-muted">{t('tickets.queueFirst')}</span>}
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            tone="primary"
            busy={create.isPending}
            disabled={!contact || needsQueue}
            onClick={() => contact && create.mutate(contact)}
          >
            {t('tickets.begin')}
          </Button>
        </footer>
      )}
    </Dialog>
  )
}

/** Writes to a person from a contact card, who is or becomes a contact. */
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
