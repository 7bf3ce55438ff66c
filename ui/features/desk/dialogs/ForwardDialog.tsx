import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { Check, SendHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { FORWARD_LIMIT, type Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { Note } from '../../../shared/kit/Note'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { newUuid } from '../../../shared/uuid'
import { PeoplePicker, type PickableContact } from '../../contacts/PeoplePicker'
import { forwardMessages } from '../../messages/api'
import { showRefusal } from '../../messages/refusal'
import { withContact } from '../../messages/rules/messageActions'
import { choosingAtom } from '../../messages/state'
import { chosenWays, isUnreachable, overOf } from '../rules/forwardWays'
import { ForwardOver, useForwardWays } from './ForwardOver'
import { useRecentPeople } from './useRecentPeople'

/** Long enough to read the confirmation. */
const CLOSES_AFTER = 2000

type Props = { ticket: TicketSummary; ids: readonly number[]; onClose(): void }

/** Chooses the recipients of forwarded messages. */
export function ForwardDialog({ ticket, ids, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const choose = useSetAtom(choosingAtom)
  const recent = useRecentPeople(ticket.contactId)
  const [chosen, setChosen] = useState<readonly PickableContact[]>([])
  const ways = useForwardWays({ ticket, ids, people: chosen })
  const [wanted, setWanted] = useState<ReadonlyMap<number, number>>(new Map())
  const over = chosenWays(ways, wanted)
  // The same key on each attempt, so that nothing is forwarded twice if a response is lost.
  const [clientId] = useState(() => newUuid())
  const forward = useMutation({
    mutationFn: () =>
      forwardMessages({
        ticketId: ticket.id,
        messageIds: [...ids],
        contacts: chosen.map(({ id }) => id),
        over: overOf(over),
        clientId,
      }),
    onSuccess: ({ messages }) => {
      for (const put of messages) changeLists<Message>(client, ['messages', put.ticketId], { put })
      choose(null)
    },
    onError: showRefusal,
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!forward.isSuccess) return
    const timer = setTimeout(() => close(), CLOSES_AFTER)
    return () => clearTimeout(timer)
  }, [forward.isSuccess])
  if (forward.isSuccess)
    return (
      <Dialog open onClose={onClose} title={t('messages.forwardTitle', { count: ids.length })} size="sm">
        <div className="dialog-body">
          <Note tone="info" role="status" icon={<Check />}>
            {t('messages.forwardDone')}
          </Note>
        </div>
      </Dialog>
    )
  const toggle = (person: PickableContact) => {
    const next = withContact(chosen, person)
    if (next) setChosen(next)
    else toast.warning(t('messages.forwardMost'))
  }
  return (
    <Dialog open onClose={onClose} title={t('messages.forwardTitle', { count: ids.length })} size="sm">
      <div className="dialog-body pt-1!">
        <PeoplePicker chosen={chosen} onToggle={toggle} recent={recent} toWrite />
        <ForwardOver
          of={ways}
          chosen={over}
          onChoose={(contactId, whatsappId) => setWanted(new Map(wanted).set(contactId, whatsappId))}
        />
      </div>
      <footer className="dialog-foot">
        <span className="nums mr-auto text-xs text-faint" role="status">
          {t('messages.forwardCount', { count: chosen.length, most: FORWARD_LIMIT })}
        </span>
        <Button tone="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          tone="primary"
          icon={<SendHorizontal />}
          busy={forward.isPending}
          disabled={chosen.length === 0 || ways.some(isUnreachable)}
          onClick={() => forward.mutate()}
        >
          {t('messages.forward')}
        </Button>
      </footer>
    </Dialog>
  )
}
