/** What is asked before a ticket is closed. Pure. */
import type { SettingKey } from '../../../../src/settings/contract'
import type { TicketSummary, UpdateTicket } from '../../../../src/tickets/contract'

export type Farewell = 'with farewell' | 'silently'
/** A rating by its id, the connection's question, none, or the default: that question, if a farewell is sent. */
export type RatingWish = number | 'connection' | 'none' | 'usual'
export type Closing = { readonly farewell: Farewell; readonly rating: RatingWish }

/** What the dialog asks; empty means no dialog. */
export type ClosingQuestions = { readonly rating: boolean; readonly farewell: boolean; readonly confirm: boolean }

type Settings = readonly { readonly key: string; readonly value: string }[]

/** Closing without a farewell sends nothing to the contact. For groups only the farewell is asked. */
export function closingQuestions(
  settings: Settings,
  { isGroup }: Pick<TicketSummary, 'isGroup'>,
  farewell: Farewell,
): ClosingQuestions {
  const isOn = (key: SettingKey) => settings.some((one) => one.key === key && one.value === 'enabled')
  const speaks = !isGroup && farewell === 'with farewell'
  return {
    rating: speaks && isOn('userRating'),
    farewell: speaks && isOn('confirmFarewellmessage'),
    confirm: isOn('confirmClosedTicket'),
  }
}

export const closingBody = ({ farewell, rating }: Closing): UpdateTicket => ({
  status: 'closed',
  ...(farewell === 'silently' ? { sendFarewellMessage: false, amountUsedBotQueues: 0 } : {}),
  ...(typeof rating === 'number' ? { ratingId: rating } : rating === 'usual' ? {} : { askRating: rating !== 'none' }),
})
