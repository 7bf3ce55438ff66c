/** What this module writes into the log of a ticket. */
import type { LogKinds } from '../../shared/ticketLog'

export const kinds: LogKinds = {
  ratingAsked: (t, { rating }) => [t('ticketLog.ratings.asked'), rating],
  rated: (t, { rating, answer }) => [t('ticketLog.ratings.rated'), rating, answer],
  ratingCommented: (t) => [t('ticketLog.ratings.commented')],
}
