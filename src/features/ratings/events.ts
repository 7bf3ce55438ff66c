import { defineDomainEvent } from '../../platform/extensions'
import type { AskedRating } from './tables'

/** The contact answered a rating, changed the answer, or added a comment. */
export const ratingGiven = defineDomainEvent<{ readonly asked: AskedRating }>('rating.given')
