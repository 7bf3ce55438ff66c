import * as v from 'valibot'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import type { ConnectionRef } from '../../channels/channel'
import { componentsOf } from '../../channels/templates/content'
import type { Template } from '../../channels/templates/contract'
import { slotsOf, variablesOf } from '../../channels/templates/filling/contract'
import { removeTemplate, storeTemplate } from '../../channels/templates/mirror'
import { showTemplate } from '../../channels/templates/queries'
import { type CreateTemplate, contentOfNew } from '../../channels/templates/writing/contract'
import type { Cx } from '../../platform/cx'
import { announceTemplates, type Templates } from './refresh'

const Created = v.object({ id: v.string(), status: v.string(), category: v.optional(v.string()) })

/** Sends it to Meta for review. `still` is the person, if they may still do this when Meta has answered. */
export async function createTemplate(
  cx: Cx,
  still: () => Actor,
  {
    templates,
    ref,
    wanted,
  }: { readonly templates: Templates; readonly ref: ConnectionRef; readonly wanted: CreateTemplate },
): Promise<Template> {
  const { businessId, call } = templates.businessOf(ref)
  const { name, language, category } = wanted
  const components = componentsOf(contentOfNew(wanted), examplesOf(wanted))
  const answer = v.parse(
    Created,
    await call({
      method: 'POST',
      path: `${businessId}/message_templates`,
      body: { name, language, category: category.toUpperCase(), components },
    }),
  )
  return cx.transaction((cx) => {
    const raw = { ...answer, name, language, category: answer.category ?? category, components: [...components] }
    const stored = storeTemplate(cx.db, ref.connectionId, raw, cx.now())
    recordAct(cx, still(), { kind: 'template', act: 'create', subject: { id: stored.id, name } })
    announceTemplates(cx, ref.connectionId)
    return showTemplate(stored)
  })
}

function examplesOf(wanted: CreateTemplate) {
  const { header = '', body = [], buttons = [] } = variablesOf(slotsOf(contentOfNew(wanted)), wanted.examples ?? [])
  return { header, body, buttons }
}

/** Deletes this language of it at Meta. Messages that were sent keep their text. */
export async function deleteTemplate(
  cx: Cx,
  still: () => Actor,
  {
    templates,
    ref,
    template,
  }: { readonly templates: Templates; readonly ref: ConnectionRef; readonly template: DeletedTemplate },
): Promise<void> {
  const { businessId, call } = templates.businessOf(ref)
  const { id, name, templateId } = template
  await call({ method: 'DELETE', path: `${businessId}/message_templates`, query: { name, hsm_id: templateId } })
  cx.transaction((cx) => {
    removeTemplate(cx.db, id)
    recordAct(cx, still(), { kind: 'template', act: 'delete', subject: { id, name } })
    announceTemplates(cx, ref.connectionId)
  })
}
type DeletedTemplate = { readonly id: number; readonly name: string; readonly templateId: string }
