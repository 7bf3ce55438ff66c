import type { ImportDetail } from '../../src/bulk-import/contract'
import type { Attendant } from '../support/company-world'

/** A file of contacts; the answer is its route's, or a refusal. */
export async function upload(who: Attendant, content: string | Uint8Array<ArrayBuffer>, name = 'clientes.csv') {
  const form = new FormData()
  form.set('file', new File([content], name))
  const answer = await who.request('/api/contacts/upload', { method: 'POST', body: form })
  return (await answer.json()) as ImportDetail & { error?: string } // the answer of its route, or a refusal
}
