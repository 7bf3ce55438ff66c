import type { Module } from '../../platform/module'
import { ticketFields, ticketFilters } from '../../tickets/fields'
import { keepReferral, referralFilter, ticketReferral } from './ticket-field'

export const referrals = {
  name: 'referrals',
  subscribers: [keepReferral],
  fills: [ticketFields.filledWith(ticketReferral), ticketFilters.filledWith(referralFilter)],
} satisfies Module
