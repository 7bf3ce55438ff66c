/** Why a template cannot be sent from here, as an error. */
import type { DefinedError } from '../../errors'
import type { UnsupportedPart } from './contract'
import { templateErrors } from './errors'

export const unsupportedErrors: Readonly<Record<UnsupportedPart, DefinedError>> = {
  carousel: templateErrors.ERR_TEMPLATE_CAROUSEL,
  offer: templateErrors.ERR_TEMPLATE_OFFER,
  catalog: templateErrors.ERR_TEMPLATE_CATALOG,
  flow: templateErrors.ERR_TEMPLATE_FLOW,
  order: templateErrors.ERR_TEMPLATE_ORDER,
  call: templateErrors.ERR_TEMPLATE_CALL,
  place: templateErrors.ERR_TEMPLATE_PLACE,
  unknown: templateErrors.ERR_TEMPLATE_UNSUPPORTED,
}
