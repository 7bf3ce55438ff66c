import * as v from 'valibot'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import type { ConnectionRef } from '../../channels/channel'
import { categoryAtMeta, descriptionOf } from '../../channels/templates/content'
import type { Template } from '../../channels/templates/contract'
import { templateErrors } from '../../channels/templates/errors'
import { variablesOf } from '../../channels/templates/filling/contract'
import { noteCategoryRead, removeTemplate, storeTemplate } from '../../channels/templates/mirror'
import { findStoredTemplate, showTemplate } from '../../channels/templates/queries'
import type { StoredTemplate } from '../../channels/templates/tables'
import {
  type CreateTemplate,
  contentOfNew,
  type ExampleFile,
  exampleSlots,
  exampleTypes,
} from '../../channels/templates/writing/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { mediaPath } from '../../platform/files'
import type { ReceivedFile } from '../../platform/uploads'
import { announceTemplates, type Templates } from './refresh'

/** Where an action is done, and for whom. */
export type At = {
  readonly cx: Cx
  readonly templates: Templates
  readonly ref: ConnectionRef
  /** The person, if they may still do this when Meta has answered. */
  still(): Actor
}

const Created = v.object({ id: v.string(), status: v.string(), category: v.optional(v.string()) })

/** Sends it to Meta for review. */
export async function createTemplate(at: At, wanted: CreateTemplate): Promise<Template> {
  const { businessId, call } = at.templates.businessOf(at.ref)
  const { name, language, category } = wanted
  const description = describe(wanted)
  const answer = v.parse(
    Created,
    await call({
      method: 'POST',
      path: `${businessId}/message_templates`,
      body: { name, language, category: categoryAtMeta(category), ...description },
    }),
  )
  return settle(at, 'create', ({ db, now }) =>
    storeTemplate(
      db,
      at.ref.connectionId,
      { ...answer, name, language, category: answer.category ?? category, components: [...description.components] },
      { now: now(), expected: category },
    ),
  )
}

/** Gives a template another text, which Meta reviews again. Name and language stay. */
export async function changeTemplate(at: At, id: number, wanted: CreateTemplate): Promise<Template> {
  const { name, language, templateId, category } = findStoredTemplate(at.cx.db, at.ref.connectionId, id)
  if (wanted.name !== name || wanted.language !== language)
    fail('ERR_INVALID_INPUT', [{ field: 'name', message: 'form.template.fixed' }])
  if (category === 'authentication') fail(templateErrors.ERR_TEMPLATE_FIXED)
  const { components } = describe(wanted)
  // Meta refuses even the same category for an approved one.
  const other = wanted.category === category ? {} : { category: categoryAtMeta(wanted.category) }
  await at.templates.businessOf(at.ref).call({ method: 'POST', path: templateId, body: { ...other, components } })
  return settle(at, 'update', ({ db, now }) =>
    storeTemplate(
      db,
      at.ref.connectionId,
      {
        id: templateId,
        name,
        language,
        category: wanted.category,
        status: 'PENDING',
        components: [...components],
      },
      { now: now(), expected: wanted.category },
    ),
  )
}

function describe(wanted: CreateTemplate) {
  const content = contentOfNew(wanted)
  const { header = '', body = [], buttons = [] } = variablesOf(exampleSlots(content), wanted.examples ?? [])
  return descriptionOf(content, { header, body, buttons }, wanted.headerFile?.handle)
}

/** Deletes this language of it at Meta. Messages that were sent keep their text. */
export async function deleteTemplate(at: At, id: number): Promise<void> {
  const stored = findStoredTemplate(at.cx.db, at.ref.connectionId, id)
  const { businessId, call } = at.templates.businessOf(at.ref)
  const query = { name: stored.name, hsm_id: stored.templateId }
  await call({ method: 'DELETE', path: `${businessId}/message_templates`, query })
  settle(at, 'delete', ({ db }) => {
    removeTemplate(db, id)
    return stored
  })
}

/** After Meta's answer. */
function settle(
  { cx, ref, still }: At,
  act: 'create' | 'update' | 'delete',
  store: (cx: Cx) => StoredTemplate,
): Template {
  return cx.transaction((cx) => {
    const stored = store(cx)
    recordAct(cx, still(), { kind: 'template', act, subject: { id: stored.id, name: stored.name } })
    announceTemplates(cx, ref.connectionId)
    return showTemplate(stored, null)
  })
}

/** Hands Meta an example for a header that is a file. */
export async function uploadExampleFile(at: At, folder: string, file: ReceivedFile): Promise<ExampleFile> {
  at.still() // the file took its time
  const { name, mimetype, size } = file
  const kind = exampleTypes[mimetype]
  if (!kind) return fail('ERR_MEDIA_TYPE', { type: mimetype, types: Object.keys(exampleTypes) })
  const { upload } = at.templates.businessOf(at.ref)
  return { kind, handle: await upload({ path: mediaPath(folder, file.file), name, mimetype, size }) }
}

/** Somebody has read that Meta changed its category. */
export const readCategory = ({ cx, ref }: Pick<At, 'cx' | 'ref'>, id: number): void =>
  cx.transaction((cx) => {
    noteCategoryRead(cx.db, findStoredTemplate(cx.db, ref.connectionId, id).id)
    announceTemplates(cx, ref.connectionId)
  })
