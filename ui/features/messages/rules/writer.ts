/** The author of our message. */
import type { MessageOrigin } from '../../../../src/channels/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import type { Text } from '../../../shared/i18n/translate'

type Ours = { readonly name: string | null | undefined; readonly origin?: MessageOrigin | null | undefined }

/** The attendant, or the automation that sent it; "you" if it was typed on the company's phone. */
export function ourWriter(t: Text, { name, origin }: Ours): string {
  if (name) return name
  return origin ? t(`messages.origin.${origin.by}`, { name: origin.name }) : t('tickets.you')
}

export const writerOfOurs = (t: Text, { user, extra }: Pick<Message, 'user' | 'extra'>): string =>
  ourWriter(t, { name: user?.name, origin: extra?.origin })
