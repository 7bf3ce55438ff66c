import { fail } from '../../../errors'
import { finder } from '../../../platform/finder'
import { instant } from '../../../platform/formats'
import { needleOf } from '../../../platform/needle'
import { type Page, pageOf } from '../../../platform/pages'
import { getOnlyValue, getRows, getValue } from '../../../platform/sql'
import type { Condition, Db } from '../../../platform/sqlite'
import { likeEach } from '../../../platform/text'
import { PREVIEW_LENGTH } from '../contract'
import { emailErrors } from '../errors'
import { listTemplateFiles } from '../files'
import { MOST_OFFERED_TEMPLATES, type Template, type TemplateDetails } from './contract'
import { emailTemplates } from './tables'

const missing = emailErrors.ERR_NO_EMAIL_TEMPLATE_FOUND
export const { findOrFail: findTemplateOrFail } = finder(emailTemplates, missing)

export type TemplateFilter = {
  readonly search: string
  readonly active: boolean | null
  readonly isDescending: boolean
}

export function listTemplates(db: Db, { search, active, isDescending }: TemplateFilter, page: number): Page<Template> {
  const where = matching(search, active)
  return pageOf(
    { rows: (from, most) => rowsOf(db, where, { from, most, isDescending }), count: () => countOf(db, where) },
    page,
  )
}

/** Active ones, by name. */
export function listOfferedTemplates(db: Db, search: string): { templates: Template[]; hasMore: boolean } {
  const rows = rowsOf(db, matching(search, true), { from: 0, most: MOST_OFFERED_TEMPLATES + 1 })
  return { templates: rows.slice(0, MOST_OFFERED_TEMPLATES), hasMore: rows.length > MOST_OFFERED_TEMPLATES }
}

export const readTemplate = (db: Db, id: number): Template =>
  rowsOf(db, { sql: 'm.id = (? + 0)', params: [id] }, { from: 0, most: 1 })[0] ?? fail(missing)

export const readTemplateDetails = (db: Db, id: number): TemplateDetails => ({
  ...readTemplate(db, id),
  html: findTemplateOrFail(db, id).html,
  attachments: listTemplateFiles(db, id),
})

export const countTemplates = (db: Db): number => countOf(db, { sql: '1', params: [] })

/** The id of another template with this name. */
export const findNamesake = (db: Db, nameFolded: string, except: number): number | undefined =>
  getValue<number>(db, 'SELECT id FROM email_templates WHERE name_folded = ? AND id <> (? + 0)', [nameFolded, except])

const countOf = (db: Db, { sql, params }: Condition): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM email_templates m WHERE ${sql}`, params)

function matching(search: string, active: boolean | null): Condition {
  const parts: Condition[] = [
    { sql: '1', params: [] },
    ...(active === null ? [] : [{ sql: 'm.active = ?', params: [Number(active)] }]),
    ...likeEach('m.words', needleOf(search)),
  ]
  return { sql: parts.map(({ sql }) => sql).join(' AND '), params: parts.flatMap(({ params }) => params) }
}

type Row = {
  id: number
  name: string
  subject: string
  preview: string
  active: number
  files: number
  userId: number | null
  userName: string | null
  updatedAt: number
}
type Piece = { readonly from: number; readonly most: number; readonly isDescending?: boolean }

const rowsOf = (db: Db, { sql, params }: Condition, { from, most, isDescending = false }: Piece): Template[] =>
  getRows<Row>(
    db,
    `SELECT m.id, m.name, m.subject, substr(m.message, 1, ${PREVIEW_LENGTH}) AS preview, m.active,
         (SELECT count(*) FROM email_files WHERE template_id = m.id) AS files, u.id AS userId, u.name AS userName,
         m.updated_at AS updatedAt
       FROM email_templates m LEFT JOIN users u ON u.id = m.user_id
       WHERE ${sql} ORDER BY m.name_folded ${isDescending ? 'DESC' : ''}, m.id LIMIT (? + 0) OFFSET (? + 0)`,
    [...params, most, from],
  ).map(({ userId, userName, updatedAt, active, ...row }) => ({
    ...row,
    active: active === 1,
    user: userId === null ? null : { id: userId, name: userName ?? '' },
    updatedAt: instant(updatedAt),
  }))
