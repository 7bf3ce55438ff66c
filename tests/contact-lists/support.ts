import type { ImportDetail, ImportSummary } from '../../src/bulk-import/contract'
import type { ContactList } from '../../src/features/contact-lists/contract'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { until } from '../support/until'

const BASE = '/api/contact-lists'

async function ask<T>(who: Attendant, path: string, body?: object) {
  const answer = await (body ? who.json(`${BASE}${path}`, 'POST', body) : who.request(`${BASE}${path}`))
  return (await answer.json()) as T & { error?: string } // the answer of its route, or a refusal
}

export async function makeList(who: Attendant, name = 'Clientes'): Promise<ContactList> {
  const { data } = await who.api['contact-lists'].post({ name })
  if (!data) throw new Error('no list was created')
  return data
}

export async function uploadTo(
  who: Attendant,
  listId: number,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'pessoas.csv',
) {
  const form = new FormData()
  form.set('file', new File([content], name))
  const answer = await who.request(`${BASE}/${listId}/upload`, { method: 'POST', body: form })
  return (await answer.json()) as ImportDetail & { error?: string } // the answer of its route, or a refusal
}

export const startImport = (who: Attendant, { id, columns, headRows }: ImportDetail, more: object = {}) =>
  ask<ImportSummary>(who, `/imports/${id}/start`, { columns, headRows, updateExisting: false, ...more })

export async function importEnded(w: CompanyWorld, who: Attendant, id: number): Promise<ImportDetail> {
  const isOver = () => w.rows<{ state: string }>('SELECT state FROM imports WHERE id = ?', id)[0]?.state !== 'running'
  await until(isOver, 'the end of the import')
  return ask<ImportDetail>(who, `/imports/${id}`)
}

/** Uploads the file, starts the import with the guessed columns, and waits for its end. */
export async function imported(w: CompanyWorld, who: Attendant, listId: number, content: string, more: object = {}) {
  const looked = await uploadTo(who, listId, content)
  await startImport(who, looked, more)
  return importEnded(w, who, looked.id)
}

export const counts = ({ created, updated, skipped, failed }: ImportSummary) => ({ created, updated, skipped, failed })

export const itemsOf = async (who: Attendant, listId: number, more: object = {}) =>
  (await who.api['contact-list-items'].get({ query: { contactListId: String(listId), ...more } })).data

export const namesIn = async (who: Attendant, listId: number, more: object = {}) =>
  (await itemsOf(who, listId, more))?.contacts.map(({ name }) => name)
