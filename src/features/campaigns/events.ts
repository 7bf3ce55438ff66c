import { defineDomainEvent } from '../../platform/extensions'
import type { Campaign } from './contract'

/** Its status changed: scheduled, started, cancelled or finished. */
export const campaignMovedOn = defineDomainEvent<{ readonly campaign: Campaign }>('campaign.movedOn')
