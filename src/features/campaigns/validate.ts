/** Validates a campaign field by field. */
import { findConnection } from '../../channels/connections/queries'
import { type FieldFault, fail } from '../../errors'
import { needsTemplate, templateFaults } from '../../outbound/writing'
import type { Cx } from '../../platform/cx'
import { getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { findQueue } from '../../queues/queries'
import { findContactList } from '../contact-lists/queries'
import type { StoredCampaign } from './tables'
import { ownVariables, unknownVariables, usable } from './texts'

type Row = Pick<
  StoredCampaign,
  'texts' | 'template' | 'confirmationTexts' | 'confirmation' | 'contactListId' | 'tagId' | 'connectionId' | 'queueId'
>

/** Faults that forbid even saving: unknown variables and references. References unchanged from `before` are not checked again. */
export function faultsOf(cx: Cx, row: Row, before?: Row): FieldFault[] {
  const own = ownVariables(cx)
  const invalid = (field: string): FieldFault => ({ field, message: 'form.invalid' })
  const isNew = (field: 'contactListId' | 'tagId' | 'connectionId' | 'queueId') =>
    row[field] !== null && row[field] !== before?.[field]
  return [
    ...unknownIn(row.texts, 'message', own),
    ...unknownIn(row.confirmationTexts, 'confirmationMessage', own),
    ...(valuesOf(row).some((value) => unknownVariables(value, own).length > 0)
      ? [{ field: 'template', message: 'form.variable.unknown' }]
      : []),
    ...(isNew('contactListId') && !hasList(cx.db, row) ? [invalid('contactListId')] : []),
    ...(isNew('tagId') && !hasTag(cx.db, row) ? [invalid('tagId')] : []),
    ...(isNew('connectionId') && !hasConnection(cx.db, row) ? [invalid('whatsappId')] : []),
    ...(isNew('queueId') && !findQueue(cx.db, row.queueId ?? 0) ? [invalid('queueId')] : []),
  ]
}

/** Throws with all fields that are missing before it can run. */
export function requireComplete(cx: Cx, row: Row & Pick<StoredCampaign, 'media'>) {
  const missing = (field: string): FieldFault => ({ field, message: 'form.required' })
  /** The template's buttons ask; a text could reach only those who have just written. */
  const isByTemplate = row.connectionId !== null && needsTemplate(cx.db, row.connectionId)
  const faults = [
    ...faultsOf(cx, row),
    ...(usable(row.texts).length === 0 && !isByTemplate ? [missing('message1')] : []),
    ...(row.connectionId === null ? [] : templateFaults(cx.db, row.connectionId, row)),
    ...(isByTemplate && row.confirmation ? [{ field: 'confirmation', message: 'form.template.noQuestion' }] : []),
    ...(row.confirmation && usable(row.confirmationTexts).length === 0 ? [missing('confirmationMessage1')] : []),
    ...(row.contactListId === null && row.tagId === null ? [missing('contactListId')] : []),
    ...(row.connectionId === null ? [missing('whatsappId')] : []),
  ]
  if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
  if (!reachesSomebody(cx.db, row))
    fail('ERR_INVALID_INPUT', [
      { field: row.contactListId === null ? 'tagId' : 'contactListId', message: 'form.audience.empty' },
    ])
}

const valuesOf = ({ template }: Row): readonly string[] => {
  const { header = '', body = [], buttons = [] } = template?.variables ?? {}
  return [header, ...body, ...buttons]
}

const unknownIn = (texts: readonly string[], field: string, own: Readonly<Record<string, string>>): FieldFault[] =>
  texts.flatMap((text, at) =>
    unknownVariables(text, own).length === 0 ? [] : [{ field: `${field}${at + 1}`, message: 'form.variable.unknown' }],
  )

const hasList = (db: Db, { contactListId }: Row) => contactListId !== null && findContactList(db, contactListId)
const hasTag = (db: Db, { tagId }: Row) => getRow(db, 'SELECT 1 FROM tags WHERE id = ?', tagId)
const hasConnection = (db: Db, { connectionId }: Row) => connectionId !== null && findConnection(db, connectionId)

/** False for a list without valid numbers and for a tag without tickets. */
const reachesSomebody = (db: Db, { contactListId, tagId }: Row): boolean =>
  contactListId === null
    ? getRow(db, 'SELECT 1 FROM ticket_tags WHERE tag_id = ? LIMIT 1', tagId) !== undefined
    : getRow(
        db,
        'SELECT 1 FROM contact_list_items WHERE list_id = ? AND is_whatsapp_valid IS NOT 0 AND in_blacklist = 0 LIMIT 1',
        contactListId,
      ) !== undefined
