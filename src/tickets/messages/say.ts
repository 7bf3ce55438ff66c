/** What the house itself says to a contact, in nobody's name: a farewell, a greeting, why a call was refused. It is no answer. */
import type { Cx } from '../../platform/cx'
import type { Ticket } from '../tables'
import { postMessage } from './send'
import type { Values } from './variables'
import { wordsToContact } from './words'

/** Nothing where its variables leave nothing to say. `values`: those that only this text knows. */
export function sayAsHouse(cx: Cx, ticket: Ticket, body: string, values: Values = {}) {
  if (wordsToContact(cx, ticket, body, { values }) === '') return
  postMessage(cx, ticket, { kind: 'chat', body, values, media: null, quotedId: null, clientId: null, userId: null })
}
