import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const forwardingErrors = defineErrors(translations, {
  /** Nothing was begun. `details` has the seconds to wait. */
  ERR_COMPANY_MOVING: { status: 503, text: 'Esta empresa está mudando de servidor. Tente de novo em alguns segundos.' },
  /** The server that had the request went away before it answered. */
  ERR_OUTCOME_UNKNOWN: {
    status: 504,
    text: 'O servidor desta empresa parou antes de responder. Confira se a alteração foi feita antes de repetir.',
  },
  /** Another node was asked, and has not begun. `details` names it. */
  ERR_NODE_UNREACHABLE: { status: 503, text: 'O servidor {node} não responde. Tente de novo em alguns instantes.' },
})
