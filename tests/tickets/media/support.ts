/** Files to send, a conversation for them, and the files in the company's folder afterwards. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SALES } from '../../support/company-world'
import { type World, world } from '../../support/world'

export const MARIA = '5521996124087'
export const HTML = '<!doctype html><html><script>alert(document.cookie)</script></html>'
export const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
/** The header of older office files. */
export const COMPOUND = Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex')
export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

export type Said = {
  id: number
  error?: string
  mediaType: string
  mediaUrl: string | null
  body: string
  media: { mimetype: string; name: string; size: number; width: number | null; thumbnail: string | null; state: string }
}

export async function attending() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const ticket = w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
  const upload = (files: [string, BlobPart][], fields: Record<string, string> = {}, who = ana) => {
    const form = new FormData()
    for (const [name, content] of files) form.append('medias', new File([content], name))
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return who.request(`/api/messages/${ticket.id}`, { method: 'POST', body: form })
  }
  const stored = async (name: string, content: BlobPart) => (await (await upload([[name, content]])).json()) as Said // each test checks it
  return { w, ana, ticket, upload, stored }
}

export const part = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="medias"; filename="${name}"\r\n\r\n${content}`

export const filesOf = (w: World) =>
  readdirSync(join(w.server.folderOf(w.tenant.uuid), 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
