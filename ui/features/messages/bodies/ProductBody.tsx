import { ShoppingBag, ShoppingCart } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { locales } from '../../../shared/i18n/languages'
import { useText } from '../../../shared/i18n/useText'
import { titled } from '../rules/formatting'
import { priceText } from '../rules/kinds'
import { TextBody } from './TextBody'

/** A product or an order: name, quantity, price. */
export function ProductBody({ message }: { message: Message }) {
  const t = useText()
  const isOrder = message.mediaType === 'order'
  const { title, rest } = titled(message.body)
  const { price } = message.extra ?? {}
  const cost = price && priceText(price, locales[t.language])
  const { media, mediaUrl } = message
  const picture = mediaUrl && media?.state === 'ready' ? mediaUrl : media?.thumbnail
  return (
    <>
      <div className="bubble-file bubble-card">
        {picture ? (
          <img className="product-picture" src={picture} alt="" loading="lazy" decoding="async" />
        ) : (
          <span className="kind text-primary-ink!">{isOrder ? <ShoppingCart /> : <ShoppingBag />}</span>
        )}
        <span className="bubble-told">
          <b dir="auto">{title || t(isOrder ? 'tickets.kind.order' : 'tickets.kind.product')}</b>
          {price?.count != null && <span>{t('messages.items', { count: price.count })}</span>}
          {cost && <span className="nums font-semibold">{cost}</span>}
        </span>
      </div>
      <TextBody message={message} text={rest} />
    </>
  )
}
