/** Automatic messages to a contact: a greeting, a farewell, why a call was refused. They do not count as an answer. */
import type { Cx } from '../../../platform/cx'
import type { Ticket } from '../../tables'
import { finalText } from './final-text'
import { postMessage } from './send'
import type { Values } from './variables'

/** Sends nothing if its variables leave an empty text. `values` are variables of this text only. */
export function sendAutomatic(cx: Cx, ticket: Ticket, body: string, values: Values = {}) {
  if (finalText(cx, ticket, body, { values }) === '') return
  postMessage(cx, ticket, { kind: 'chat', body, values, media: null, quotedId: null, clientId: null, userId: null })
}
