import type { ImportDetail } from '../../src/bulk-import/contract'
import type { Attendant } from '../support/company-world'

/** Uploads a file of contacts. Returns the route's response or an error. */
export async function upload(
  who: Attendant,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'clientes.csv',
  query = '',
) {
  const form = new FormData()
  form.set('file', new File([content], name))
  const answer = await who.request(`/api/contacts/upload${query}`, { method: 'POST', body: form })
  return (await answer.json()) as ImportDetail & { error?: string; details?: unknown } // the route's response, or a refusal
}
