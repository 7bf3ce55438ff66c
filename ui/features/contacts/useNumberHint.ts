import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { phoneFromTyping, TypedNumber } from '../../../src/contacts/contract'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'
import { dialingQuery } from './api'

/** Stands below a field for a number: which one is meant by what is typed there. */
export function useNumberHint(typed: string): string {
  const t = useText()
  const { data: dialing } = useQuery(dialingQuery)
  if (!dialing || !v.is(TypedNumber, typed)) return t('starting.numberHint')
  return t('starting.numberAsked', { number: formatPhone(phoneFromTyping(typed, dialing)) })
}
