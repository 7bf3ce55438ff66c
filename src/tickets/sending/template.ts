/** A message made from a template: its text with the variables filled in, and what the messenger needs to send it. */

import type { Actor } from '../../actor'
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf } from '../../channels/connections/queries'
import type { ChannelKind, MessageExtra, TemplateVariables } from '../../channels/contract'
import { isLack, messageOver } from '../../channels/lacks'
import { isUsable } from '../../channels/templates/contract'
import { templateErrors } from '../../channels/templates/errors'
import {
  type FileKind,
  faultsOf,
  fillTemplate,
  isFileSlot,
  parametersOf,
} from '../../channels/templates/filling/contract'
import { findTemplateOrFail } from '../../channels/templates/queries'
import { unsupportedErrors } from '../../channels/templates/unsupported'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import type { Message, WantedTemplate } from '../messages/contract'
import type { StoredMedia } from '../messages/tables'
import { findVisibleTicket } from '../queries'
import { valuesIn } from './final-text'
import { sendMessage } from './send'
import { fillVariables, type Values } from './variables'

/** Of a `Draft`. */
export type TemplateDraft = {
  readonly kind: 'chat' | FileKind
  readonly body: string
  readonly media: StoredMedia | null
  readonly extra: MessageExtra & Required<Pick<MessageExtra, 'template'>>
}

/** What fills a template for one contact. */
type Filling = {
  /** Our own variables, such as `{{firstName}}`, which may stand in the values of the template's. */
  readonly values: Values
  /** For a header that is a file; any other template goes without it. */
  readonly media?: StoredMedia | null
}

/** Refuses a template that is not approved, and values that Meta would refuse. */
export function templateDraft(
  db: Db,
  connectionId: number,
  { name, language, variables: wanted }: WantedTemplate,
  { values, media = null }: Filling,
): TemplateDraft {
  const channel = channelOf(db, connectionId)
  if (!capabilitiesOf(channel).templates) fail(templateErrors.ERR_TEMPLATE_CHANNEL)
  const template = findTemplateOrFail(db, connectionId, name, language)
  if (template.unsupported) fail(unsupportedErrors[template.unsupported])
  if (!isUsable(template))
    fail(templateErrors.ERR_TEMPLATE_NOT_APPROVED, { status: template.status, reason: template.reason })
  const variables = withValues(wanted ?? {}, values)
  const faults = faultsOf(template, variables, media && fileKindOver(channel, media))
  if (faults) fail(templateErrors.ERR_TEMPLATE_VARIABLES, faults)
  const { header, body, footer, buttons } = fillTemplate(template, variables)
  const labels = buttons.map(({ text }) => text)
  const { category } = template
  const parameters = parametersOf(template, variables)
  const sent = { name, language, category, variables, parameters, header, footer, buttons: labels }
  const file = parameters.find((one) => isFileSlot(one) && one.values.length === 0)
  return { kind: file ? (file.kind as FileKind) : 'chat', body, media: file ? media : null, extra: { template: sent } }
}

/** As what the channel sends a file; null for one that it does not take. */
export function fileKindOver(channel: ChannelKind, { mimetype, size }: Pick<StoredMedia, 'mimetype' | 'size'>) {
  const [family] = mimetype.split('/')
  const over = messageOver(channel, {
    kind: family === 'image' || family === 'video' ? family : 'document',
    file: { mimetype, size },
  })
  return isLack(over) ? null : over
}

function withValues({ header, body, buttons }: TemplateVariables, values: Values): TemplateVariables {
  const filled = (text: string) => fillVariables(text, values).trim()
  return {
    ...(header !== undefined && { header: filled(header) }),
    ...(body && { body: body.map(filled) }),
    ...(buttons && { buttons: buttons.map(filled) }),
  }
}

export type TemplateToSend = {
  readonly ticketId: number
  readonly template: WantedTemplate
  /** For its header. */
  readonly media?: StoredMedia | null
  readonly clientId: string | null
}

/** Sends a template for an attendant, also when the reply window is closed. */
export function sendTemplate(cx: Cx, actor: Actor, { ticketId, template, media, clientId }: TemplateToSend): Message {
  return cx.transaction((cx) => {
    const ticket = findVisibleTicket(cx.db, actor, ticketId)
    const values = valuesIn(cx, ticket)
    const draft = templateDraft(cx.db, ticket.connectionId, template, { values, ...(media && { media }) })
    if (media && !draft.media) fail('ERR_INVALID_INPUT', [{ field: 'medias', message: 'form.invalid' }])
    return sendMessage(cx, actor, ticketId, { ...draft, quotedId: null, clientId })
  })
}
