import { useState } from 'react'
import { CARDS_LIMIT } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { toast } from '../../../shared/kit/toast'
import { PeoplePicker, type PickableContact } from '../../contacts/PeoplePicker'
import type { CarriedDraft } from '../../messages/rules/outgoing'
import { useRecentPeople } from './useRecentPeople'

type Props = { onSend(carried: CarriedDraft): void; onClose(): void }

/** Sends contact cards of our own contacts to this one. */
export function CardDialog({ onSend, onClose }: Props) {
  const t = useText()
  const recent = useRecentPeople(0)
  const [chosen, setChosen] = useState<readonly PickableContact[]>([])
  const toggle = (person: PickableContact) => {
    const others = chosen.filter(({ id }) => id !== person.id)
    if (others.length < chosen.length) setChosen(others)
    else if (chosen.length < CARDS_LIMIT) setChosen([...chosen, person])
    else toast.warning(t('messages.cardsMost', { count: CARDS_LIMIT }))
  }
  const send = () => {
    onSend({
      kind: 'vcard',
      fields: { contacts: chosen.map(({ id }) => id) },
      extra: {
        cards: chosen.map(({ name, number }) => ({ name, numbers: [{ number: `+${number}`, account: number }] })),
      },
    })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('messages.sendCard')} size="sm">
      <div className="dialog-body pt-1!">
        <PeoplePicker
          chosen={chosen}
          onToggle={toggle}
          recent={recent}
          // A card needs a number.
          allows={({ number, isGroup }) => number !== null && !isGroup}
        />
      </div>
      <footer className="dialog-foot">
        <Button tone="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button tone="primary" disabled={chosen.length === 0} onClick={send}>
          {t('messages.send')}
        </Button>
      </footer>
    </Dialog>
  )
}
