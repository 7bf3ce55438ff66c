/** A message made from a template: its text with the variables filled in, and what the messenger needs to send it. */

import type { Actor } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf } from '../../channels/connections/queries'
import type { MessageExtra, TemplateVariables } from '../../channels/contract'
import { isUsable } from '../../channels/templates/contract'
import { templateErrors } from '../../channels/templates/errors'
import { faultsOf, fillTemplate, parametersOf } from '../../channels/templates/filling/contract'
import { findTemplateOrFail } from '../../channels/templates/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import type { Message, WantedTemplate } from '../messages/contract'
import { findVisibleTicket } from '../queries'
import { valuesIn } from './final-text'
import { sendMessage } from './send'
import { fillVariables, type Values } from './variables'

/** Of a `Draft`. */
export type TemplateDraft = {
  readonly kind: 'chat'
  readonly body: string
  readonly extra: MessageExtra & Required<Pick<MessageExtra, 'template'>>
}

/**
 * `values` are our own variables, such as `{{firstName}}`, which may stand in the values of the template's. Refuses a
 * template that is not approved, and values that Meta would refuse.
 */
export function templateDraft(
  db: Db,
  connectionId: number,
  { name, language, variables: wanted }: WantedTemplate,
  values: Values,
): TemplateDraft {
  if (!capabilitiesOf(channelOf(db, connectionId)).templates) fail(templateErrors.ERR_TEMPLATE_CHANNEL)
  const template = findTemplateOrFail(db, connectionId, name, language)
  if (template.isUnsupported) fail(templateErrors.ERR_TEMPLATE_UNSUPPORTED)
  if (!isUsable(template))
    fail(templateErrors.ERR_TEMPLATE_NOT_APPROVED, { status: template.status, reason: template.reason })
  const variables = withValues(wanted ?? {}, values)
  const faults = faultsOf(template, variables)
  if (faults) fail(templateErrors.ERR_TEMPLATE_VARIABLES, faults)
  const { header, body, footer, buttons } = fillTemplate(template, variables)
  const labels = buttons.map(({ text }) => text)
  const { category } = template
  const parameters = parametersOf(template, variables)
  const sent = { name, language, category, variables, parameters, header, footer, buttons: labels }
  return { kind: 'chat', body, extra: { template: sent } }
}

function withValues({ header, body, buttons }: TemplateVariables, values: Values): TemplateVariables {
  const filled = (text: string) => fillVariables(text, values).trim()
  return {
    ...(header !== undefined && { header: filled(header) }),
    ...(body && { body: body.map(filled) }),
    ...(buttons && { buttons: buttons.map(filled) }),
  }
}

type TemplateToSend = { readonly ticketId: number; readonly template: WantedTemplate; readonly clientId: string | null }

/** Sends a template for an attendant, also when the reply window is closed. */
export function sendTemplate(cx: Cx, actor: Actor, { ticketId, template, clientId }: TemplateToSend): Message {
  return cx.transaction((cx) => {
    const ticket = findVisibleTicket(cx.db, actor, ticketId)
    const draft = templateDraft(cx.db, ticket.connectionId, template, valuesIn(cx, ticket))
    return sendMessage(cx, actor, ticketId, { ...draft, media: null, quotedId: null, clientId })
  })
}
