import { useSetAtom } from 'jotai/react'
import { ContactRound, MessageCircle } from 'lucide-react'
import type { ContactCard } from '../../../../src/channels/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { ReadMore, useUnfolded } from '../bubble/LongText'
import { firstCards, sizeAfter } from '../rules/sizes'
import { messageDialogAtom } from '../state'

/** Contact cards: name, numbers, and a button to write to them. Long lists unfold step by step. */
export function CardBody({ message }: { message: Message }) {
  const cards = message.extra?.cards ?? []
  const { clicks, unfold } = useUnfolded(message.id)
  const all = cards.length > 0 ? cards : [{ name: message.body, numbers: [] }]
  const shown = firstCards(all, sizeAfter(clicks))
  return (
    <>
      {shown.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of one message never move
        <Card key={at} card={card} />
      ))}
      {shown !== all && <ReadMore onClick={unfold} />}
      <BubbleMeta message={message} />
    </>
  )
}

function Card({ card: { name, numbers } }: { card: ContactCard }) {
  const t = useText()
  const format = useFormat()
  const show = useSetAtom(messageDialogAtom)
  return (
    <div className="bubble-file bubble-card">
      <span className="kind text-primary-ink!">
        <ContactRound />
      </span>
      <span className="bubble-caption">
        <b dir="auto">{name || t('tickets.kind.vcard')}</b>
        {numbers.map(({ number, account }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card may contain a number twice
          <span key={at} className="flex items-center justify-between gap-2">
            <small>{account ? format.phone(account) : number}</small>
            {account && (
              <Button
                size="xs"
                icon={<MessageCircle />}
                aria-label={t('messages.writeTo', { name, number: format.phone(account) })}
                onClick={() => show({ what: 'write', name, number: account })}
              >
                {t('messages.talk')}
              </Button>
            )}
          </span>
        ))}
      </span>
    </div>
  )
}
