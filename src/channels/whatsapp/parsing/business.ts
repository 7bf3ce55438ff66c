/** Business messages: buttons, lists, products, orders. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import { cut } from '../../../platform/text'
import { mediaOf } from '../media/download-key'
import type { MessageContent } from './readers'

type Header = Pick<proto.IMessage, 'imageMessage' | 'videoMessage' | 'documentMessage'>
const MOST_BUTTONS = 30
/** Maximum cards of a carousel; phones show ten. */
const MOST_CARDS = 30
const TEXT = 4_096
const LONGEST_PARAMETERS = 8_192

export const lines = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .map((text) => text?.trim())
    .filter(Boolean)
    .join('\n')

/** A text with an optional picture above and buttons below. */
function pressable(
  header: Header | null | undefined,
  body: string,
  buttons: readonly (string | null | undefined)[],
): MessageContent {
  const shown = buttons.flatMap((text) => cut(text ?? '', 200).trim() || []).slice(0, MOST_BUTTONS)
  return { ...underHeader(header), body, ...(shown.length > 0 && { extra: { buttons: shown } }) }
}

function underHeader(header: Header | null | undefined): Pick<MessageContent, 'kind' | 'media'> {
  for (const kind of ['image', 'video', 'document'] as const) {
    const media = mediaOf(kind, header?.[`${kind}Message`])
    if (media) return { kind, media }
  }
  return { kind: 'chat', media: null }
}

export function buttonsOf(message: proto.Message.IButtonsMessage): MessageContent {
  const buttons = (message.buttons ?? []).map(({ buttonText }) => buttonText?.displayText)
  return pressable(message, lines(message.text, message.contentText, message.footerText), buttons)
}

export function listOf(message: proto.Message.IListMessage): MessageContent {
  const rows = (message.sections ?? []).flatMap((section) => (section.rows ?? []).map(({ title }) => title))
  return pressable(null, lines(message.title, message.description, message.footerText), rows)
}

export function templateOf(message: proto.Message.ITemplateMessage): MessageContent {
  if (message.interactiveMessageTemplate) return interactiveOf(message.interactiveMessageTemplate)
  const filled = message.hydratedTemplate ?? message.hydratedFourRowTemplate
  const buttons = (filled?.hydratedButtons ?? []).map(
    ({ quickReplyButton, urlButton, callButton }) =>
      quickReplyButton?.displayText ?? urlButton?.displayText ?? callButton?.displayText,
  )
  const body = lines(filled?.hydratedTitleText, filled?.hydratedContentText, filled?.hydratedFooterText)
  return pressable(filled, body, buttons)
}

export function interactiveOf(message: proto.Message.IInteractiveMessage): MessageContent {
  const cards = (message.carouselMessage?.cards ?? []).slice(0, MOST_CARDS)
  const buttons = [message, ...cards]
    .flatMap((one) => (one.nativeFlowMessage?.buttons ?? []).slice(0, MOST_BUTTONS))
    .slice(0, MOST_BUTTONS)
    .map(({ buttonParamsJson }) => textOfButton(buttonParamsJson))
  const texts = [message, ...cards].flatMap(({ header, body, footer }) => [
    header?.title,
    header?.subtitle,
    body?.text,
    footer?.text,
  ])
  return pressable(message.header, lines(...texts).slice(0, TEXT), buttons)
}

/** Parameters are JSON of various shapes; most have the button's label. */
function textOfButton(json: string | null | undefined): string | null {
  try {
    if ((json ?? '').length > LONGEST_PARAMETERS) return null
    const { display_text: text } = JSON.parse(json ?? '{}') as { display_text?: unknown } // checked below
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

export function productOf({ product, body, footer }: proto.Message.IProductMessage): MessageContent {
  const { title, description, url, priceAmount1000, currencyCode } = product ?? {}
  const price = { amount1000: countOrNull(priceAmount1000), currency: currencyOf(currencyCode), count: null }
  return {
    kind: 'product',
    body: lines(title, description, body, footer, url).slice(0, TEXT),
    media: mediaOf('image', product?.productImage),
    ...(price.amount1000 !== null && { extra: { price } }),
  }
}

export function orderOf(order: proto.Message.IOrderMessage): MessageContent {
  const price = {
    amount1000: countOrNull(order.totalAmount1000),
    currency: currencyOf(order.totalCurrencyCode),
    count: countOrNull(order.itemCount),
  }
  return { kind: 'order', body: lines(order.orderTitle, order.message), media: null, extra: { price } }
}

/** Accepts only valid currency codes. */
const currencyOf = (code: string | null | undefined): string | null =>
  /^[a-z]{3}$/i.test(code ?? '') ? (code ?? null) : null

/** Large numbers arrive as objects. */
export const numberOrNull = (value: number | { toNumber(): number } | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

/** Rejects negative prices. */
export function countOrNull(value: Parameters<typeof numberOrNull>[0]): number | null {
  const count = numberOrNull(value)
  return count !== null && count >= 0 ? count : null
}
