import { ContactRound } from 'lucide-react'
import type { Message } from '../../../../../src/tickets/messages/contract'
import { useFormat } from '../../../../shared/i18n/useFormat'
import { useText } from '../../../../shared/i18n/useText'
import { cardsOf } from '../../rules/readable'
import { BubbleMeta } from '../BubbleMeta'

/** Contact cards: who, and their numbers. */
export function CardBody({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const cards = cardsOf(message.body)
  const shown = cards.length > 0 ? cards : [{ name: t('tickets.kind.vcard'), numbers: [] }]
  return (
    <>
      {shown.map((card) => (
        <div key={`${card.name}${card.numbers.join()}`} className="bubble-file not-first:mt-1">
          <span className="kind">
            <ContactRound />
          </span>
          <span className="min-w-0 flex-1 select-text">
            <b>{card.name}</b>
            <small>{card.numbers.map((number) => format.phone(number)).join(' · ')}</small>
          </span>
        </div>
      ))}
      <BubbleMeta message={message} />
    </>
  )
}
