/** How a message that no attendant sends may be written over a connection: as a text, as a template, or not at all. */
import { capabilitiesOf } from '../channels/capabilities'
import { channelOf } from '../channels/connections/queries'
import { addressOver } from '../channels/reach'
import { isUsable } from '../channels/templates/contract'
import { faultsOf } from '../channels/templates/filling/contract'
import { findTemplateOrFail } from '../channels/templates/queries'
import { stateOfWindow } from '../channels/windows/windows'
import { AppError, type FieldFault } from '../errors'
import type { Db } from '../platform/sqlite'
import type { WantedTemplate } from '../tickets/messages/contract'
import type { StoredMedia } from '../tickets/messages/tables'
import { fileKindOver } from '../tickets/sending/template'

/** Why a contact gets nothing: a key below `campaigns.reason` and `schedules.failure`. */
export type Obstacle = 'noAddress' | 'windowClosed'

/** `contactId` is null for a number that is no contact yet. */
type Recipient = { readonly connectionId: number; readonly contactId: number | null }
type Contents = { readonly hasText: boolean; readonly hasTemplate: boolean }

/** A text within the reply window, outside of it a template. A person's longer window is not for automatic messages. */
export function writingTo(
  db: Db,
  { connectionId, contactId }: Recipient,
  { hasText, hasTemplate }: Contents,
  now: number,
): 'text' | 'template' | Obstacle {
  const { addresses, window, templates } = capabilitiesOf(channelOf(db, connectionId))
  if (window === null) return 'text'
  const isReachable =
    contactId === null ? addresses.includes('phone') : addressOver(db, connectionId, contactId) !== undefined
  if (!isReachable) return 'noAddress'
  const isOpen = contactId !== null && stateOfWindow(db, { connectionId, contactId }, now) === 'open'
  if (isOpen && hasText) return 'text'
  return templates && hasTemplate ? 'template' : 'windowClosed'
}

/** Without one, messages over this connection could only answer. */
export const needsTemplate = (db: Db, connectionId: number): boolean =>
  capabilitiesOf(channelOf(db, connectionId)).templates

type PlannedTemplate = {
  readonly template: WantedTemplate | null
  /** Fills a header that is a file. `follows`: it is not there yet. */
  readonly media: StoredMedia | 'follows' | null
}

/** Why the template cannot be sent over the connection; our own variables in its values count as text. */
export function templateFaults(
  db: Db,
  connectionId: number,
  { template: wanted, media }: PlannedTemplate,
): FieldFault[] {
  const fault = (message: string): FieldFault[] => [{ field: 'template', message }]
  if (!needsTemplate(db, connectionId)) return []
  if (!wanted) return fault('form.required')
  try {
    const template = findTemplateOrFail(db, connectionId, wanted.name, wanted.language)
    if (template.unsupported) return fault('form.template.unsupported')
    if (!isUsable(template)) return fault('form.template.notApproved')
    const file = media === 'follows' ? media : media && fileKindOver(channelOf(db, connectionId), media)
    return faultsOf(template, wanted.variables ?? {}, file) ? fault('form.template.values') : []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return fault('form.template.unknown')
  }
}
